"""What happened, what may be done, why not, and who plays, as sentences in English and French, in an edition's words.

Texts stand in `freehold.i18n`; the modules here choose one and put names, squares and money in it. No rule lives here.
"""

from freehold.sentences.bots import bot, bot_sentence, reply
from freehold.sentences.events import event
from freehold.sentences.labels import action, option_value, phase
from freehold.sentences.reasons import reason

__all__ = ["action", "bot", "bot_sentence", "event", "option_value", "phase", "reason", "reply"]
