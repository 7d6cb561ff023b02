"""Types of the NumPy arrays that programs get and give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

import numpy as np

Shape: TypeAlias = tuple[int, ...]
Floats: TypeAlias = np.ndarray[Shape, np.dtype[np.float32]]
Doubles: TypeAlias = np.ndarray[Shape, np.dtype[np.float64]]
Flags: TypeAlias = np.ndarray[Shape, np.dtype[np.bool_]]
Integers: TypeAlias = np.ndarray[Shape, np.dtype[np.int64]]
SmallIntegers: TypeAlias = np.ndarray[Shape, np.dtype[np.int32]]
Bytes: TypeAlias = np.ndarray[Shape, np.dtype[np.int8]]
Records: TypeAlias = np.ndarray[Shape, np.dtype[np.void]]


class OnDevice(Protocol):
    """An array on a GPU, of torch or CuPy for example."""

    @property
    def __cuda_array_interface__(self) -> Mapping[str, object]: ...


Numbers: TypeAlias = Sequence[int] | np.ndarray[Shape, np.dtype[np.int64 | np.int32 | np.uint32 | np.uint64]]
