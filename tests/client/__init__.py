"""What Python generates for the browser client."""
