"""The downloader keeps a file only if its content is the one that is known."""

import bz2
import hashlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pooch", reason="pooch is not installed: pip install -e .[bench]")

from benchmarks.results.fetch import NOT_AVAILABLE, SOURCES, Source, WrongContentError, fetch, fetch_one
from benchmarks.results.sets import PUBLIC, public

TEXT = b"-1 3:1 11:0.5\n+1 1:2\n"
SHA256 = hashlib.sha256(TEXT).hexdigest()


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing on the console."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def page(tmp_path: Path) -> Iterator[str]:
    """Serve a folder with a file, plain and packed."""
    served = tmp_path / "served"
    served.mkdir()
    (served / "plain").write_bytes(TEXT)
    (served / "packed.bz2").write_bytes(bz2.compress(TEXT))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(served)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("address", ["plain", "packed.bz2"])
def test_a_file_with_the_right_content_is_kept_as_text(page: str, address: str, tmp_path: Path) -> None:
    path = fetch_one(tmp_path, "kept", Source(address, SHA256), page)
    assert path.read_bytes() == TEXT
    assert sorted(found.name for found in tmp_path.iterdir()) == ["kept", "served"]


def test_a_file_that_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(TEXT)
    assert fetch_one(tmp_path, "kept", Source("plain", SHA256), "http://127.0.0.1:9/").read_bytes() == TEXT


@pytest.mark.parametrize("address", ["plain", "packed.bz2"])
def test_a_file_with_other_content_is_refused_and_not_kept(page: str, address: str, tmp_path: Path) -> None:
    with pytest.raises(WrongContentError, match=SHA256):
        fetch_one(tmp_path, "kept", Source(address, "0" * 64), page)
    assert [found.name for found in tmp_path.iterdir()] == ["served"]


def test_every_file_is_told_of_whatever_becomes_of_it(page: str, tmp_path: Path) -> None:
    told = list(fetch(tmp_path, page))
    assert len(told) == len(SOURCES) + len(NOT_AVAILABLE)
    assert all("could not be fetched" in line for line in told[: len(SOURCES)])
    assert all("not available" in line for line in told[len(SOURCES) :])


def test_every_file_of_a_public_set_is_fetched_or_said_to_be_not_available() -> None:
    wanted = {name for known in PUBLIC.values() for name in (known.train, known.test) if name}
    assert wanted == {*SOURCES, *NOT_AVAILABLE}


@pytest.mark.parametrize("ending", ["", ".bz2"])
def test_a_public_set_is_read_from_a_folder_with_the_width_that_it_has(ending: str, tmp_path: Path) -> None:
    for name in ("a9a", "a9a.t"):
        (tmp_path / f"{name}{ending}").write_bytes(bz2.compress(TEXT) if ending else TEXT)
    sample = public(tmp_path, "a9a")
    assert sample is not None
    assert sample.X.shape == (2, 123)
    assert sample.X[0, 10] == 0.5
    assert np.array_equal(sample.y, [-1.0, 1.0])
    assert public(tmp_path, "w7a") is None
