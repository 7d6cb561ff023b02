"""The explanation of a clause for a reader: in one language, and for one edition."""

from __future__ import annotations

from typing import Literal

import msgspec

from freehold.i18n import has, text
from freehold.rulebook.book import CLASSIC, Clause, book, clause, clauses, topic
from freehold.rulebook.interpretation import ReadingNote, note, readings

Standing = Literal["stated", "inferred", "other-version", "versions-differ", "silent", "special", "house"]

BOOK = "explanation"


class Explanation(msgspec.Struct, frozen=True):
    """What a clause says, who states it and how one edition relates to it; `str()` is the complete text.

    `inferred`: no rulebook says it in so many words; it follows from what those of `stated_by` say.
    `readings`: how Freehold decides unclear points, in that edition or, without one, in any.
    """

    id: str
    lang: str
    topic: str
    sentence: str
    stated_by: tuple[str, ...]
    inferred: bool = False
    edition: str | None = None
    standing: Standing | None = None
    versions: tuple[str, ...] = ()
    differs: str | None = None
    reading: str | None = None
    cardboard: str | None = None
    readings: tuple[ReadingNote, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.id} ({self.topic})", self.sentence]
        kind = "inferred-from" if self.inferred else "stated-by" if self.stated_by else "house-rule"
        lines.append(self._say(kind, books=", ".join(book(e).of(self.lang) for e in self.stated_by)))
        if self.edition is not None:
            lines.append(self.about_edition)
        notes = {"differs": self.differs, "reading": self.reading, "cardboard": self.cardboard}
        lines += [self._say(kind, text=note) for kind, note in notes.items() if note is not None]
        for found in self.readings:
            lines += [self._say("why", id=found.id), *(f"  {line}" for line in found.lines(self.lang))]
        return "\n".join(lines)

    @property
    def about_edition(self) -> str:
        """How the edition relates to the clause, in one sentence; without an edition, how the classic game does."""
        edition = book(self.edition or CLASSIC)
        kind = f"classic-{self.standing}" if edition.id == CLASSIC else str(self.standing)
        only = topic(self.id.partition(".")[0]).only
        return self._say(
            kind if has(BOOK, kind) else str(self.standing),
            book=edition.of(self.lang),
            versions=", ".join(self.versions),
            only=book(only).of(self.lang) if only else "",
        )

    def _say(self, kind: str, **parts: str) -> str:
        return text(BOOK, kind, self.lang).format(**parts)


def explain(id: str, lang: str = "en", edition: str | None = None) -> Explanation:
    """Explain a clause in a language and, if an edition is given, how that edition relates to it."""
    found = clause(id)
    standing, versions = (None, ()) if edition is None else _stand(found, book(edition).id)
    notes = {kind: text.of(lang) for kind in ("differs", "reading", "cardboard") if (text := getattr(found, kind))}
    return Explanation(
        id=found.id,
        lang=lang,
        topic=topic(found.topic).of(lang),
        sentence=found.of(lang),
        stated_by=found.editions,
        inferred=found.inferred,
        edition=edition,
        standing=standing,
        versions=versions,
        readings=tuple(note(each, lang) for each in readings(found.id, edition)),
        **notes,
    )


def _stand(found: Clause, edition: str) -> tuple[Standing, tuple[str, ...]]:
    """How an edition relates to a clause, and which other versions of the same point apply."""
    if edition in found.editions:
        return "inferred" if found.inferred else "stated", ()
    if topic(found.topic).only:
        return "special", ()
    if found.house:
        return "house", ()
    others = _other_versions(found)
    own = tuple(c.id for c in others if edition in c.editions)
    if own:
        return "other-version", own
    if others:
        return "versions-differ", tuple(c.id for c in others)
    return "silent", ()


def _other_versions(found: Clause) -> list[Clause]:
    """The other clauses on the same point. A stem with a clause that all rulebooks share has parts, not versions."""
    if found.stem == found.topic:
        return []
    family = [c for c in clauses(found.topic) if c.stem == found.stem]
    return [] if any(c.common for c in family) else [c for c in family if c is not found]
