"""What a page shows goes to the browser as strict JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import pytest

from ui.component.plot import encoded


@dataclass
class Said:
    """Something that a page shows."""

    what: object

    def sent(self, projector: bool = False) -> dict[str, object]:
        return {"said": self.what, "projector": projector}


@pytest.mark.parametrize(
    "what", ["中 </script>", 0.1, 1e-300, 5e-324, -0.0, 1e22, 3, None, [1.5, [2]], np.float64(0.1)]
)
def test_what_is_sent_is_read_back_to_the_last_bit(what: object) -> None:
    # As text: 0.0 equals -0.0.
    assert repr(json.loads(encoded(Said(what), projector=True))) == repr(
        {"said": float(what) if isinstance(what, np.floating) else what, "projector": True}
    )


def test_what_is_no_number_becomes_null_and_what_json_has_no_word_for_is_refused() -> None:
    assert json.loads(encoded(Said([np.nan, np.inf, np.float64(-np.inf)]))) == {"said": [None] * 3, "projector": False}
    for what in (np.int64(3), np.zeros(2), object()):
        with pytest.raises(TypeError):
            encoded(Said(what))
