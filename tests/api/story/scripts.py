U, C = "union", "confederate"
CAMPAIGN=[
(U,{"type":"set_up","leaders":{"A":"1207","B":"4506"}}),
(C,{"type":"set_up","leaders":{"E":"2015","F":"4406","G":"4305"},"asp":["4307","4406","4305"]}),
(U,{"type":"place_reinforcements","placements":[{"hex":"4506","count":2},{"hex":"4403","count":2},{"hex":"1207","count":2},{"hex":"1513","count":2}]}),
(C,{"type":"place_reinforcements","placements":[{"hex":h} for h in ("4410","2015","1218","0421","1931","3527","3914")]}),
(U,{"type":"call_out_militia","state":"PA"}),
(U,{"type":"place_militia","hexes":["4502"]}),
(U,{"type":"end_placement"}),
(U,{"type":"move_force","from":"4403","path":["4404","4405"]}),
(C,{"type":"attempt_reaction","hex":"4305"}),
]
CAMPAIGN += [
(C,{"type":"react_to","to":"4306"}),
(U,{"type":"end_move"}),
(U,{"type":"move_force","from":"4506","path":["4406"]}),
]
CAMPAIGN += [
(U,{"type":"choose_leader","leader":"B"}),
(C,{"type":"choose_leader","leader":"F"}),
]
CAMPAIGN += [
(U,{"type":"entrench","hex":"1513"}),
(U,{"type":"end_movement"}),
(C,{"type":"call_out_militia","state":"TN"}),
(C,{"type":"place_militia","hexes":["1515","2015"]}),
(C,{"type":"end_placement"}),
(C,{"type":"move_force","from":"4306","path":["4406"]}),
(U,{"type":"attempt_reaction","hex":"4405"}),
]
CAMPAIGN += [
(U,{"type":"decline_reactions"}),
(C,{"type":"choose_leader","leader":"G"}),
(U,{"type":"choose_leader","leader":"B"}),
]
CAMPAIGN += [
(U,{"type":"retreat","path":["4506"]}),
(C,{"type":"move_force","from":"4307","path":["4406"]}),
(C,{"type":"end_movement"}),
]
CAMPAIGN += [
(U,{"type":"end_placement"}),
(U,{"type":"rally","hex":"4506"}),
(U,{"type":"move_force","from":"1208","path":["1109"]}),
(U,{"type":"end_movement"}),
(C,{"type":"end_placement"}),
(C,{"type":"move_force","from":"2015","path":["2014"],"units":[{"kind":"asp"}],"leaders":["E"]}),
(C,{"type":"end_movement"}),
]
