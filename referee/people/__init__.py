"""People, apart from the log: accounts, tokens, roles, invitations, chat."""
