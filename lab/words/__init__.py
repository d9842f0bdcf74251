"""What the lab writes and how it counts: numbers, columns, scales, settings. No Qt."""
