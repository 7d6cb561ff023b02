"""A game at the terminal: its set-up, the menu, the prompts and how the table is shown."""
