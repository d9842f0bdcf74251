"""One store of all games that were played for evidence: an SQLite file that many processes read and
write at once (`store`), its tables (`schema`), and what is in them as records (`kept`).

This room loads nothing but the standard library and the records of `lab.batch.games`, so that a
process that only keeps games starts at once.
"""
