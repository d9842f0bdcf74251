"""Whether a game does what every game must do, and where its file says something else."""
