"""The kernel and the bots on a GPU: what a thread does, and how batches get there and back."""
