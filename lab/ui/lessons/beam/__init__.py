"""The lesson of beam search: layers and survivors."""
