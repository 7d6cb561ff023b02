"""From the socket to the session: WebSocket frames, connection limits, middleware, and relays to other processes."""
