"""What the papers claim: each bound as printed, corrected, and held against what was measured."""
