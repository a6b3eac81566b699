"""What a policy may say: its words and kinds, its text read, checked, and translated into engine text."""
