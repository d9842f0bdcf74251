"""Pictures of every view in light and dark, from matches really played: `make pictures`."""
