"""The third speed where there is no GPU: it says so in one sentence. What it does on one is shown by `bench/gpu.py`."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from freehold.engine import cuda


def test_without_a_gpu_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "_cuda", lambda: SimpleNamespace(is_available=lambda: False))
    assert cuda.missing() == "There is no CUDA GPU here, or its driver does not answer."


def test_without_numba_cuda_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    monkeypatch.delattr("numba.cuda", raising=False)
    assert cuda.missing() == "The GPU backend needs numba-cuda: install freehold[gpu]."


def test_with_a_gpu_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "_cuda", lambda: SimpleNamespace(is_available=lambda: True))
    assert cuda.missing() is None
