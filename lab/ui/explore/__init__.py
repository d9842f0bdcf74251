"""The page of sweeps: what to vary at the left, in the middle a map or curve of scores, played by
`smitsilab sweep` in its own process.
"""
