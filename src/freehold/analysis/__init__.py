"""What the rules imply without playing: exact landing odds, and the values that the bots derive from them."""

from freehold.analysis.odds import Odds, landing_odds, odds_of, throw_odds, where_from
from freehold.analysis.throws import Habits

__all__ = ["Habits", "Odds", "landing_odds", "odds_of", "throw_odds", "where_from"]
