"""Between a running match and the views: each module shows one region, or takes one kind of wish;
the controller joins them.
"""
