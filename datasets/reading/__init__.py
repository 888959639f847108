"""From the bytes of a file, or pasted text, to a table: encoding, kind, numbers."""
