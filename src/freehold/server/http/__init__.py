"""The server's HTTP and WebSocket side: routes, sessions, middleware, limits, cached responses."""
