"""Outgoing notices to people who are not connected. Bounded, and never in the way of an action; no key leaves."""
