"""The figures of the page, under the keys of their components."""

WITNESS, SPECTRUM, GRAM, RUN, PLANE = "mercer-witness", "mercer-spectrum", "mercer-gram", "mercer-run", "mercer-plane"
RULES, DISTANCES, SPACE, GIVEN = "mercer-rules", "mercer-distances", "mercer-space", "mercer-given"
