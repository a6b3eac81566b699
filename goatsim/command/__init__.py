"""The words of the command line and what each verb does with them."""
