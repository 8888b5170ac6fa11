"""What players read before they answer: questions, reasons, meanings, and what an order says."""
