"""The weights that come with Freehold, as the record that the kernel reads."""

from __future__ import annotations

import zipfile
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np

from freehold.engine import records
from freehold.layouts import network_shape as shape

Array = np.ndarray[Any, Any]

NAMES = ("group_bias", "first_bias", "second_bias", "strength", "group", "own", "others", "position", "second", "last")
# the model of how partners answer, in a file of its own
ACCEPTANCE = ("deal_bias", "deal_even", "deal_least", "deal_raise", "deal", "deal_last")
OF_SEATS = ("own", "others")  # a row for each fact about a seat


def blank() -> Array:
    """A network that knows nothing, so that every seat has the same chance, with the package's model of acceptance."""
    made = np.zeros(1, records.WEIGHTS)
    for name, part in _acceptance().items():
        made[name][0] = part
    steps = np.arange(shape.EXP_STEPS) / (1 << shape.SCORE_BITS)
    made["exp"][0] = np.round(np.exp(-steps) * shape.CERTAIN).astype(np.int64)
    return made


def save(weights: Array, path: Path) -> None:
    np.savez_compressed(path, **{name: weights[name][0] for name in NAMES})


def read(path: Path) -> Array:
    """Weights from a file that `save` has written. `ValueError` if it is another file, or of another shape.

    Older files have no rows for the kind of player in a seat; with rows of zeros the network computes the same.
    """
    made = blank()
    if not zipfile.is_zipfile(path):
        raise ValueError(f"{path}: not a file of weights.")
    with np.load(path) as file:
        found = dict(file)
    for name in NAMES:
        part = found.get(name, np.zeros(0))
        missing = made[name][0].size - part.size
        if name in OF_SEATS and missing == shape.KINDS * shape.FIRST:
            part = np.concatenate([part, np.zeros(missing, part.dtype)])
        if part.shape != made[name][0].shape:
            raise ValueError(f"{path}: not the weights of this network ({name}).")
        made[name][0] = part
    return made


@cache
def _acceptance() -> dict[str, Array]:
    with as_file(files("freehold.forecast") / "data" / "acceptance.npz") as path, np.load(path) as file:
        return {name: file[name] for name in ACCEPTANCE}


@cache
def shipped() -> Array:
    """The weights of the package."""
    with as_file(files("freehold.forecast") / "data" / "weights.npz") as path:
        return read(path)
