"""The HTTP side of the server: routes, pages, cached responses and the client's files. Sockets are in `transport/`."""
