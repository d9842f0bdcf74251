"""What the lessons on plans in a maze share: Set-up, the reasons, the maze with ways in it."""
