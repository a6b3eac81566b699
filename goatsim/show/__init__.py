"""What people read: text, tables and files made from answers; nothing here plays or counts."""
