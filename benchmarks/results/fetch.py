"""The public sets from the LIBSVM data page, identified by content: a file with another hash is not used."""

from __future__ import annotations

import bz2
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pooch

PAGE = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/"


@dataclass(frozen=True)
class Source:
    """A file of the page, and the SHA256 of its content."""

    address: str  # below the page
    sha256: str  # of the text, after unpacking


SOURCES = {
    "a9a": Source("a9a", "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906"),
    "a9a.t": Source("a9a.t", "1f448a153f0320399a7e40836eb207655b0bde0f21fc941cc472193daa9f5de9"),
    "w7a": Source("w7a", "bd02f445a1a2f4aaefd27d7dcc31f1f6a8521f904157f2ee7c96d1294cd26e36"),
    "w7a.t": Source("w7a.t", "a52edcfe9871e3b0db5d864959bf32230491ddfeca3334cfec93c1d932ea32b9"),
    "ijcnn1": Source("ijcnn1.bz2", "16506cad788cf7c9607454150ed1994788204bac2ff4c9cb3b320036b6950d3f"),
    "ijcnn1.t": Source("ijcnn1.t.bz2", "e7b0bbd518641980dc322746c6bc59d019d3153934e6258e48f9d8cfae2c4bb8"),
}
# Not available in the form used here: two digits of MNIST, a sample of Covertype, and a set of another site.
NOT_AVAILABLE = ("mnist38", "mnist38.t", "covtype20k.binary.scale", "reuters_tick", "reuters_tick.t")


class WrongContentError(ValueError):
    """The downloaded file is not the expected one."""


def fetch(folder: Path, page: str = PAGE) -> Iterator[str]:
    """Download every file that is not in the folder yet; yield a line for each, whatever its result."""
    for name, source in SOURCES.items():
        try:
            fetch_one(folder, name, source, page)
        except WrongContentError as error:
            yield f"{name}: {error}"
        except (OSError, ValueError) as error:
            yield f"{name}: could not be fetched: {error}"
        else:
            yield f"{name}: there, checksum right"
    for name in NOT_AVAILABLE:
        yield f"{name}: not available from the page in this form"


def fetch_one(folder: Path, name: str, source: Source, page: str = PAGE) -> Path:
    """Return the file of a name in the folder, as plain text; `WrongContentError` and no file, if it is another."""
    path = folder / name
    if path.exists() and _sha256(path.read_bytes()) == source.sha256:
        return path
    raw = Path(pooch.retrieve(page + source.address, None, f"{name}.download", folder, progressbar=False))
    content = raw.read_bytes()
    raw.unlink()
    text = bz2.decompress(content) if source.address.endswith(".bz2") else content
    if _sha256(text) != source.sha256:
        raise WrongContentError(f"SHA256 is {_sha256(text)}, not {source.sha256}; the file is not kept")
    path.write_bytes(text)
    return path


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
