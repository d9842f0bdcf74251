"""One store of all games that were played for evidence."""
