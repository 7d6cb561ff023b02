"""Sentences: every event, refusal, phase and action has its words in both languages, and they fit whatever is known."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from freehold import Game, i18n, sentences
from freehold.editions.loader import ids, load
from freehold.rules import codes

LANGUAGES = ("en", "fr")
NAMES = ["Ann", "Bob", "Éloi"]
NO_BREAK = "\u00a0"


def named(prefix: str, between: str = "_") -> list[str]:
    """The public names of the kernel's numbers."""
    return [n.removeprefix(prefix).lower().replace("_", between) for n in vars(codes) if n.startswith(prefix)]


EVENTS = sorted({*named("EVENT_"), "count"})
FULL: dict[str, Any] = {
    "seat": 0,
    "other": 1,
    "square": 6,
    "amount": 50,
    "dice": [3, 5],
    "force": "shift",
    "symbol": "dark",
    "deck": "chest",
    "card": "jail-free",
    "what": "chance",
    "double": 3,
    "attempt": 2,
    "red": 5,
    "blue": 2,
    "winner": 1,
    "clause": "rent.amount-from-deed",
}


def french(sentence: str) -> str:
    """A sentence as it is easier to write in a test: every no-break space an ordinary one."""
    return sentence.replace(NO_BREAK, " ").replace("\u202f", " ")


# --- Whole ---


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_has_a_sentence_whatever_it_tells(kind: str, lang: str) -> None:
    odd = {"seat": -1, "other": 9, "square": 77, "amount": "?", "dice": [1], "deck": "x", "card": None, "force": 0}
    without_one = [{key: FULL[key] for key in FULL if key != missing} for missing in FULL]
    for edition in map(load, ids()):
        for told in ({}, FULL, odd, {"amount": 0, "seat": "bank"}, *without_one):
            sentence = sentences.event(edition, {"type": kind, **told}, NAMES, lang)
            assert sentence.endswith((".", "?", "!"))
            assert sentence[0].isupper()
            assert not set("{}[]|…") & set(sentence)
            assert "  " not in sentence


def test_no_text_is_left_over() -> None:
    """A text under a misspelt name would never be read."""
    base = {book: {key.partition(".")[0] for key in i18n.keys(book)} - {"unknown"} for book in ("events", "actions")}
    assert base["events"] == set(EVENTS)
    assert base["actions"] == set(named("DO_"))
    assert set(i18n.keys("phases")) - {"unknown"} == set(named("PHASE_"))
    assert set(i18n.keys("reasons")) - {"unknown"} == set(named("REFUSED_", "-"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", named("REFUSED_", "-"))
def test_every_refusal_says_what_is_wrong_and_what_to_do(code: str, lang: str) -> None:
    sentence = sentences.reason(code, lang)
    wrong, _, advice = sentence.partition(":")
    assert wrong
    assert advice.endswith(".")
    assert sentence != sentences.reason("unknown", lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", named("DO_"))
def test_every_action_has_a_label(kind: str, lang: str) -> None:
    odd: dict[str, Any] = {
        "square": -3,
        "amount": None,
        "choice": 7,
        "to": "x",
        "give": [],
        "ask": {"squares": 1, "cash": "much"},
    }
    for edition in map(load, ids()):
        for told in ({}, FULL, odd, {"squares": [1, 99], "cash": 5, "lot": "hotel", "count": 2, "keep": 1}):
            label = sentences.action(edition, {"type": kind, **told}, NAMES, lang)
            assert label[0].isupper()
            assert not label.endswith(".")
            assert not set("{}[]|…") & set(label)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_phase_has_a_prompt_of_its_own(lang: str) -> None:
    prompts = [sentences.phase(name, lang) for name in named("PHASE_")]
    assert len(set(prompts)) == len(prompts)


def test_what_nobody_knows_still_has_words() -> None:
    edition = load("classic")
    assert sentences.event(edition, {"type": "eclipse"}, NAMES, "en") == "Something happened: eclipse."
    assert sentences.action(edition, {"type": "jump_up"}, NAMES, "en") == "jump up"
    assert "eclipse" in sentences.reason("eclipse", "fr")
    assert sentences.phase("eclipse", "en") == "Your decision"
    with pytest.raises(ValueError, match="en and fr"):
        sentences.reason("not-your-turn", "de")


# --- French ---


def texts_in_french() -> list[tuple[str, str]]:
    books = ("events", "actions", "phases", "reasons", "words", "bots", "replies")
    return [(f"{book} {key}", i18n.text(book, key, "fr")) for book in books for key in i18n.keys(book)]


@pytest.mark.parametrize(("key", "text"), texts_in_french())
def test_french_is_typeset(key: str, text: str) -> None:
    assert not re.search(r"[^\u00a0][;:!?»%]", text), f"{key} lacks a no-break space"
    assert not re.search(r"«[^\u00a0]", text)
    assert not re.search(r"['’] | ['’]", text)


@pytest.mark.parametrize(("key", "text"), texts_in_french())
def test_any_name_fits_into_french(key: str, text: str) -> None:
    """No "de Ann", no "que Éloi", no "à" or "de" that would have to be joined to the article of "Le Mur"."""
    assert not re.search(
        r"\b(de|que|lorsque|puisque|le|la|du|au) \{(who|other|partner|winner)\}", text, re.IGNORECASE
    ), key
    assert not re.search(r"\b(de|à|le|la|du|au) \{(square|thing|deed|deck|chest|chance|building)\}", text), key


def test_squares_stand_in_guillemets() -> None:
    told = {"type": "buy", "seat": 2, "square": 28, "amount": 150}
    said = sentences.event(load("game-of-thrones"), told, NAMES, "fr")
    assert said == f"Éloi achète «{NO_BREAK}Le Mur{NO_BREAK}» pour 150{NO_BREAK}D."


# --- In an edition's words ---

TOLD: list[tuple[str, Mapping[str, Any], str, str]] = [
    (
        "star-wars-2",
        {"type": "roll", "seat": 0, "dice": [3, 3], "force": "dark"},
        "Ann throws a double 3, 6 in all; the Force die shows black.",
        "Ann fait un double 3, soit 6 ; dé Force : noir.",
    ),
    (
        "classic",
        {"type": "move", "seat": 1, "square": 39, "amount": 8},
        "Bob moves 8 squares to Boardwalk.",
        "Bob va sur « Rue de la Paix », 8 cases plus loin.",
    ),
    (
        "spider-man",
        {"type": "start", "seat": 1, "amount": 1500},
        "Bob starts the game with €1,500.",
        "Bob commence la partie avec 1 500 €.",
    ),
    (
        "star-wars-1",
        {"type": "build", "seat": 0, "square": 6, "amount": 50, "clause": "build.price-from-deed"},
        "Ann builds an apartment on Starting Grid for C50.",
        "Ann construit 1 appartement sur « Grille de départ » pour 50 C.",
    ),
    (
        "game-of-thrones",
        {"type": "sell", "seat": 0, "square": 39, "amount": 100, "clause": "sell.hotel-swap.four-houses-plus-half"},
        "Ann turns the Keep on King's Landing back into Villages and receives D100.",
        "Ann rend 1 Donjon sur « Port-Réal » contre des Villages et reçoit 100 D.",
    ),
    (
        "disney-parks",
        {"type": "auction", "lot": "hotel", "amount": 1},
        "The bank puts a Castle up for auction, from W1.",
        "La banque met aux enchères 1 Château, à partir de 1 W.",
    ),
    (
        "classic",
        {"type": "contest", "seat": 0, "square": 1, "amount": 2},
        "Ann wants to build on Mediterranean Avenue, but the bank has only 2 buildings left: who else wants to build?",
        "Ann veut construire sur « Boulevard de Belleville », mais il ne reste à la banque que 2 bâtiments :"
        " qui d'autre veut construire ?",
    ),
    (
        "classic",
        {"type": "rent_lapsed", "seat": 0, "other": 1, "square": 5, "amount": 25},
        "Ann did not ask in time: Bob keeps the rent of $25 for Reading Railroad.",
        "Ann n'a rien réclamé à temps : Bob garde le loyer de 25 $ pour « Gare Montparnasse ».",
    ),
    (
        "classic",
        {"type": "no_rent", "seat": 1, "other": 1, "square": 39},
        "Bob owns Boardwalk: there is nothing to pay.",
        "Bob possède « Rue de la Paix » : il n'y a rien à payer.",
    ),
    (
        "classic",
        {"type": "deed", "seat": "bank", "other": 0, "square": 39},
        "The bank receives the deed of Boardwalk from Ann.",
        "Ann cède à la banque le titre « Rue de la Paix ».",
    ),
    (
        "classic",
        {"type": "trade", "seat": 0, "other": 1, "amount": -50},
        "Ann and Bob make a deal; Bob pays $50.",
        "Ann et Bob concluent un échange ; Bob verse 50 $.",
    ),
    (
        "classic",
        {"type": "trade", "seat": 0, "other": 1, "amount": 0},
        "Ann and Bob make a deal.",
        "Ann et Bob concluent un échange.",
    ),
    (
        "star-wars-2",
        {"type": "symbol", "square": 5, "symbol": "light"},
        "The Force moves: the light symbol comes to Jedi Starfighter.",
        "La Force se déplace : le symbole clair arrive sur « Chasseur Jedi ».",
    ),
    (
        "spider-man",
        {"type": "option", "seat": 0, "double": 5},
        "Ann uses the option of the double 5: a card from Spider-Man Black.",
        "Ann prend l'option du double 5 : une carte du paquet « Spider-Man Black ».",
    ),
    (
        "spider-man",
        {"type": "attack_throw", "seat": 0, "other": 1, "red": 4, "blue": 4},
        "Ann and Bob both throw 4, and throw again.",
        "Ann et Bob font 4 à égalité et relancent.",
    ),
    (
        "classic",
        {"type": "bankrupt", "seat": 0, "other": "bank", "amount": 200},
        "Ann cannot pay the bank $200 and is bankrupt.",
        "Ann ne peut pas payer 200 $ à la banque et fait faillite.",
    ),
    ("classic", {"type": "over", "winner": 1}, "The game is over: Bob wins.", "La partie est terminée : Bob gagne."),
    (
        "classic",
        {"type": "over", "winner": None},
        "The game is over: the victory is shared.",
        "La partie est terminée : la victoire est partagée.",
    ),
]


@pytest.mark.parametrize(("edition", "told", "en", "fr"), TOLD)
def test_an_event_in_both_languages(edition: str, told: Mapping[str, Any], en: str, fr: str) -> None:
    assert sentences.event(load(edition), told, NAMES, "en") == en
    assert french(sentences.event(load(edition), told, NAMES, "fr")) == fr


@pytest.mark.parametrize("kind", ["card", "card_returned", "jail_card"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_read_aloud_from_its_own_deck(kind: str, lang: str) -> None:
    edition = load("spider-man")
    for deck in ("chest", "chance"):
        card = next(card for card in edition.deck(deck) if card.id == "jail-free")
        told = {"type": kind, "seat": 0, "other": 1, "deck": deck, "card": card.id}
        assert sentences.event(edition, told, NAMES, lang).endswith(card.text[lang])


def test_a_player_may_have_any_name() -> None:
    odd = ["{other}", "[x|y]"]
    assert sentences.event(load("classic"), {"type": "paid", "seat": 0, "other": 1, "amount": 5}, odd, "en") == (
        "{other} pays [x|y] $5."
    )


LABELS: list[tuple[str, Mapping[str, Any], str, str]] = [
    ("classic", {"type": "buy", "square": 39}, "Buy Boardwalk for $400", "Acheter « Rue de la Paix » pour 400 $"),
    (
        "classic",
        {"type": "build", "square": 6, "lot": "house"},
        "Build a house on Oriental Avenue for $50",
        "Construire 1 maison sur « Rue de Vaugirard » pour 50 $",
    ),
    (
        "classic",
        {"type": "build", "square": 6},
        "Build on Oriental Avenue for $50",
        "Construire sur « Rue de Vaugirard » pour 50 $",
    ),
    ("classic", {"type": "bid", "amount": 41}, "Bid $41", "Enchérir à 41 $"),
    ("classic", {"type": "pass"}, "Pass", "Passer"),
    ("classic", {"type": "pay_tax", "choice": "flat"}, "Pay $200", "Payer 200 $"),
    (
        "classic",
        {"type": "pay_tax", "choice": "percent"},
        "Pay 10% of all you are worth",
        "Payer 10 % de votre fortune",
    ),
    ("classic", {"type": "want", "count": 2}, "Ask for 2 buildings", "Demander 2 bâtiments"),
    ("spider-man", {"type": "choose", "choice": "pay"}, "Pay €10 to the bank", "Payer 10 € à la banque"),
    (
        "star-wars-2",
        {"type": "choose", "choice": "draw"},
        "Draw a card from Sith Cards",
        "Piocher une carte dans « Cartes Sith »",
    ),
    (
        "spider-man",
        {"type": "use_option", "double": 2},
        "Use the option: €200 from the bank",
        "Prendre l'option : 200 € de la banque",
    ),
    ("spider-man", {"type": "attack", "square": 39}, "Attack Times Square", "Attaquer « Times Square »"),
    (
        "star-wars-2",
        {"type": "settle", "squares": [1, 3], "cash": 12},
        "Settle the rent with Tusken Camp, Lars Homestead and C12",
        "Régler le loyer avec « Camp tusken », « Ferme des Lars » et 12 C",
    ),
    (
        "classic",
        {"type": "sell_group", "square": 39, "keep": 2, "more": [37]},
        "Sell the buildings in the group of Boardwalk down to 2–3 each",
        "Vendre les bâtiments du groupe de la case « Rue de la Paix », sauf 2–3 par terrain",
    ),
    (
        "classic",
        {"type": "offer", "to": 1, "give": {"cash": 50}, "ask": {"squares": [5], "jail_cards": ["chest"]}},
        "Make an offer to Bob: give $50 – ask for Reading Railroad and 1 get-out-of-jail card",
        "Faire une offre à Bob : donner 50 $ – demander « Gare Montparnasse » et 1 carte de sortie de prison",
    ),
]


@pytest.mark.parametrize(("edition", "told", "en", "fr"), LABELS)
def test_a_label_in_both_languages(edition: str, told: Mapping[str, Any], en: str, fr: str) -> None:
    assert sentences.action(load(edition), told, NAMES, "en") == en
    assert french(sentences.action(load(edition), told, NAMES, "fr")) == fr


def test_a_new_game_is_told_from_its_first_shuffle() -> None:
    game = Game.new("star-wars-2", NAMES, seed=1, variant="short")
    told = [sentences.event(game.edition, event, NAMES, "en") for event in game.setup]
    assert told[0] == "Ann shuffles Jedi Cards."
    assert "Ann starts the game with C1,500." in told


def test_an_offer_is_told_with_its_terms() -> None:
    """Whoever reads a game in words sees what was offered, also where it was turned down."""
    position: Any = Game.new("classic", NAMES, seed=1).position()
    position |= {"turn": 0, "decider": 0, "deeds": {"5": {"owner": 1}}}
    game = Game.load(position)
    offer: Any = {"type": "offer", "to": 1, "give": {"cash": 50}, "ask": {"squares": [5]}}
    happened = game.apply(offer, 0)
    assert game.tell() == ["Ann makes Bob an offer. Gives: $50. Asks for: Reading Railroad."]
    assert game.tell(happened) == game.tell()
    assert french(game.tell(lang="fr")[0]) == "Ann fait une offre à Bob. Donne : 50 $. Demande : « Gare Montparnasse »."
    game.apply({"type": "reject"}, 1)
    assert game.tell(happened) == [
        "Ann makes Bob an offer and would pay $50."
    ]  # which one it was is not known any more


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ({"type": "offer", "give": {}, "ask": {"squares": [5, 12], "cash": 7}}, "nothing. Asks for: {5}, {12} and $7."),
        ({"type": "offer", "give": {"jail_cards": ["chest"]}, "ask": {}}, "1 get-out-of-jail card. Asks for: nothing."),
        ({"type": "settle", "squares": [5], "cash": 12}, "{5} and $12."),
        ({"type": "settle", "squares": [5]}, "{5}."),
    ],
)
def test_terms_of_every_shape(action: Mapping[str, Any], told: str) -> None:
    event = {"type": "offer", "seat": 0, "other": 1, "amount": 9, "clause": "trade.offer"}
    told = told.replace("{5}", "Reading Railroad").replace("{12}", "Electric Company")
    assert sentences.event(load("classic"), event, NAMES, "en", action) == f"Ann makes Bob an offer. Gives: {told}"
