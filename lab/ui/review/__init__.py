"""The page that reviews a match."""
