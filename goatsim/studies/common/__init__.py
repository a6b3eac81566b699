"""What several studies share: how they are done, and what they tell alike."""
