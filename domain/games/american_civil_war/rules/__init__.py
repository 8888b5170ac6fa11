"""The rules, one package a chapter of the rulebook. Each package lists its paragraphs and what carries them out."""
