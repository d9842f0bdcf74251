"""The lesson of the genetic algorithm: parents and children."""
