"""What happened, what may be done and why not, as sentences in English and French, in the words of an edition.

Texts stand in `data/`; the modules here only choose one and put names, squares and money in it. No rule lives here.
"""

from freehold.say.events import event
from freehold.say.labels import action, phase
from freehold.say.reasons import reason

__all__ = ["action", "event", "phase", "reason"]
