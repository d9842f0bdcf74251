"""The page that compares two players on one position: setters in, signals out."""
