"""Play over a network: fair dice, the store, tables, and the HTTP and WebSocket door to them. No rule lives here."""
