"""Heavy work in separate processes with bounded queues, so that it never blocks the event loop or another table."""
