"""The page Maps: where the seats expect each other, what a choice hangs on, a match's decisions."""
