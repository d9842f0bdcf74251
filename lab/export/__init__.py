"""Export: what a match, its searches and their trees hold, as tables and drawings for other
programs. No Qt.
"""
