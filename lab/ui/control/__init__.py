"""Between a running match and the views: each module shows one region or handles one kind of
request; the controller connects them.
"""
