"""The rules, one package a chapter of the rulebook. Each lists its paragraphs and what carries them out."""
