"""Widgets and drawing that know nothing of a match: themes, sliders, lists, icons, painted text."""
