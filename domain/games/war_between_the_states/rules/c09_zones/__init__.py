"""Section 9 of the rulebook: zones of control.

9.0-9.2  zones.zone, zones.zone_of_cavalry, zones.extends, zones.guarded_works, zones.held_by
9.5      zones.warships_at
"""
