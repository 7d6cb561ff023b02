"""The commands of `freehold`, one module each, and the options that those of the arena share."""
