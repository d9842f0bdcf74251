"""Many matches and what they prove: statistics, sweeps, round robins, measurements, estimators."""
