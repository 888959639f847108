"""Another server: what the modules of this one remember is put away for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType
from unittest.mock import patch

from ui.solve.memory import SharedResults


@contextmanager
def remembering_nothing(*modules: ModuleType) -> Iterator[None]:
    """Give every memory of these modules an empty one in its place, whatever its name: none can be forgotten here."""
    with ExitStack() as forgetting:
        for module in modules:
            names = [name for name, value in vars(module).items() if isinstance(value, SharedResults)]
            assert names
            for name in names:
                forgetting.enter_context(patch.object(module, name, SharedResults()))
        yield
