"""The frame of the window: regions and how they share the room, menus, keys, workspaces."""
