"""What is asked of the deals of a laboratory, and how it is answered."""
