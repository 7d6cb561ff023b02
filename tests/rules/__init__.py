"""The rules, one file a topic of the rulebook; every clause has its test here."""
