"""Certificates as one table of numbers: hundreds of small objects would make up most of a saved machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TypeVar

import numpy as np

from ...problem import Certificate, LinearCertificate
from ...problem.arrays import Matrix

Proof = TypeVar("Proof", Certificate, LinearCertificate)


def packed(proofs: Sequence[Proof]) -> Matrix:
    """Return the fields of certificates of one kind, all numbers, one row per certificate, shape (proofs, fields)."""
    return np.array([[getattr(proof, each.name) for each in fields(proof)] for proof in proofs], dtype=np.float64)


def unpacked(kind: type[Proof], numbers: Matrix) -> tuple[Proof, ...]:
    """Return the certificates from `packed`."""
    return tuple(kind(*row) for row in numbers.tolist())
