"""The essential journeys in Chromium, Firefox and WebKit."""
