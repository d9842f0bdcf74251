"""The dialog Export, and the films and pictures that it writes."""
