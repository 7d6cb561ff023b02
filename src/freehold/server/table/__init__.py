"""One table: seats, votes, wishes, time, draws, bots, notices and log. The time is a parameter; there is no socket."""
