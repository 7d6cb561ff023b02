"""Events, actions, refusals and bots as sentences in English and French, in an edition's words.

The texts are in `freehold.i18n`; these modules choose one and insert names, squares and money. They contain no rules.
"""

from freehold.sentences.bot_texts import bot, bot_sentence, reply
from freehold.sentences.events import event
from freehold.sentences.labels import action, option_value, phase, reason
from freehold.sentences.summary import summary

__all__ = ["action", "bot", "bot_sentence", "event", "option_value", "phase", "reason", "reply", "summary"]
