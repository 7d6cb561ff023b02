"""The project: its structure, its package and its documents."""
