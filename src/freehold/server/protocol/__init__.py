"""The message types of client and server, and their error codes."""
