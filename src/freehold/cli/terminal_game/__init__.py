"""The terminal game: set-up, menu, prompts and display."""
