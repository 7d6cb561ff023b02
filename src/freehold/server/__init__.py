"""Network play: storage, fair dice, the message protocol, tables, HTTP and WebSocket access. It contains no rules."""
