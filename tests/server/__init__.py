"""The server: tables, storage, fair dice, HTTP and WebSocket, abuse, crashes."""
