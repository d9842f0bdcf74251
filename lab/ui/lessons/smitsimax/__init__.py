"""The lesson of Smitsimax: one tree for each agent, turn by turn."""
