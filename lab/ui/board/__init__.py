"""The board: painter, overlays, pointing, score and clocks, pictures of it as files."""
