"""How long games are kept: deletion by players, and by age."""
