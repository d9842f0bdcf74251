"""The timeline, its lanes and figures, and the transport below it."""
