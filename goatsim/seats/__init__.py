"""The players: what they can be asked, what they see, and fixed policies, one file each."""
