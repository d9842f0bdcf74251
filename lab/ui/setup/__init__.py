"""The Set-up dock: game, options, and one panel for each seat."""
