"""Movement by sea and on the rivers. What carries out each clause.

amphibious-movement/1 to /3, /12        shipping
amphibious-movement/3 to /5, /8, /9     answering
amphibious-movement/6, /7               losses
rivers/10, /11, /16, /17                shipping
rivers/12, /13, /15                     rivers
"""
