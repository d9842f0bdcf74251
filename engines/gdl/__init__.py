"""Games written in the Game Description Language (prefix KIF): a sheet is read, made ground, turned
into a net of literals and evaluated by what changes.

Love, Hinrichs, Haley, Schkufza and Genesereth, General Game Playing: Game Description Language
Specification, Stanford 2008.
"""
