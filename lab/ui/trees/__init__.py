"""The Trees dock: what each agent's tree knows, side by side."""
