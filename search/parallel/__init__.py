"""One search on several threads, shared by the searches that can: `crew` has the knobs and the
threads, `grove` adds independent trees up, `atomics` is what a tree grown by several threads needs.

"root": each thread grows a tree of its own, and the statistics of the same nodes are added. The
trees do not depend on when the threads run, so the same seed gives the same result. "tree": all
threads grow one tree, and a thread's way down counts as lost until its result is known, so that the
others go elsewhere (virtual loss). Where many iterations come by, threads add up by themselves and
exchange results now and then (`own`), else processors would wait for each other's memory. Who sees
whose results depends on when the threads run, so no two searches are quite the same.
Source: Chaslot, Winands, van den Herik, "Parallel Monte-Carlo tree search" (2008); Enzenberger and
Mueller, "A lock-free multithreaded Monte-Carlo tree search algorithm" (2009).
"""
