"""The clocks of running games: when requests had arrived, and what the service itself does to clocks."""
