"""The referee: requests and commands checked, decided and appended; people; dice; proof."""
