"""Prometheus metrics. No label names a table or a person."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)

WAITED = (0.001, 0.005, 0.025, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.actions = Counter("freehold_actions", "Actions accepted and on disk", registry=self.registry)
        self.refusals = Counter("freehold_refusals", "Requests refused", ["code"], registry=self.registry)
        self.requests = Counter("freehold_requests", "HTTP requests", ["status"], registry=self.registry)
        self.failures = Counter("freehold_failures", "Steps that could not be made or written", registry=self.registry)
        self.cut = Counter(
            "freehold_cut", "Connections cut because they fell behind or flooded", registry=self.registry
        )
        self.left_out = Counter(
            "freehold_left_out", "Draws made without a seat that did not give its link in time", registry=self.registry
        )
        self.leases_lost = Counter(
            "freehold_leases_lost", "Leases that another process took over", registry=self.registry
        )
        self.notices = Counter(
            "freehold_notices", "Notices to people who were not connected", ["outcome"], registry=self.registry
        )
        self.relayed = Gauge("freehold_relayed", "Connections passed on to another process", registry=self.registry)
        self.processes = Gauge("freehold_processes", "Live processes on the database", registry=self.registry)
        self.workers = Gauge("freehold_workers", "Live workers elsewhere on the database", registry=self.registry)
        self.queued = Gauge("freehold_jobs_queued", "Heavy jobs that wait", ["kind"], registry=self.registry)
        self.doing = Gauge("freehold_jobs_running", "Heavy jobs that are being done", ["kind"], registry=self.registry)
        self.waited = Histogram(
            "freehold_job_waited_seconds",
            "How long a heavy job waited before it was begun",
            ["kind"],
            buckets=WAITED,
            registry=self.registry,
        )
        self.tables = Gauge("freehold_tables", "Tables in memory", registry=self.registry)
        self.connections = Gauge("freehold_connections", "Open connections", registry=self.registry)
        self.answering = Histogram(
            "freehold_act_seconds",
            "From an action's arrival to its acknowledgement",
            buckets=SECONDS,
            registry=self.registry,
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
