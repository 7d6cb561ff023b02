"""Heavy work in processes of its own, in bounded queues: it never holds up the event loop or another table."""
