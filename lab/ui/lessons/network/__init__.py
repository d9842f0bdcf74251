"""The lesson of what a network sees, in the window."""
