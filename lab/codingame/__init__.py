"""CodinGame's recorded matches, both kinds of JSON: what the site gives out, and what its game runner writes."""
