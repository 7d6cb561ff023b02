"""The jobs of an arranged server's workers: they replay its games from where those began."""

from freehold.server.workers.jobs import *  # noqa: F403

from . import arranged

arranged.lay_out_in_worker()
