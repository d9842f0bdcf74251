"""The lesson of decoupled selection: two sides that choose at the same time."""
