"""The page of lessons: a search shown one step at a time, with its reasons."""
