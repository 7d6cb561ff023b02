"""The browser client as people meet it: a real Chromium against a real server process."""
