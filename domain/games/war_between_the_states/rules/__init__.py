"""The rules, a package for each chapter of the book; R.n paragraphs are in the chapters that they replace."""
