"""The commands of `freehold`, one module each, and the options that the arena's commands share."""
