"""The position editor: handles and cells on the board, fields, checks, text, positions kept."""
