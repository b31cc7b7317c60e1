"""The words that every part of fftbench shares: problems, campaigns, cases, records, drivers."""
