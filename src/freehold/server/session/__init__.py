"""What a connection may ask: who it is, the table of its messages, and how each is answered. No socket."""
