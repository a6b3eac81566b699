"""First deals counted and numbered: what is known of them without dealing a card."""
