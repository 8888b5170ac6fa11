"""Small whole rulesets that test what no published game asks of the shared parts yet."""
