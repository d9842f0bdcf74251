"""The charts' common kit: pyqtgraph draws field, axes and series in the type and colours of the
window, and every chart reads out at the pointer, zooms where that helps, and gives its data away.
"""
