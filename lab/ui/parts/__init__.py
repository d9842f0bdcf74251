"""Widgets and drawing that know no match: themes, sliders, lists, icons, painted text."""
