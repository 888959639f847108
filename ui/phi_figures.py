"""The pictures of the lift: the plane, the lift and the Gram matrix with one point marked in all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import streamlit as st

from core.view import gram_order
from ui import frame, guard, hands, phi
from ui.component.board import small_board
from ui.component.plot import Drawn, plot
from ui.figure.examples import examples_figure, examples_text
from ui.figure.gram import gram_figure, gram_text, rows_of
from ui.figure.lift import lift_figure, lift_text
from ui.options.phi import EXAMPLES, PhiOptions
from ui.phi_controls import PAGE, choose_point, choose_view, no_solid, take_flat, take_picked
from ui.phi_names import names_of
from ui.phi_sentence import point_sentence
from ui.session import Lab
from ui.text import Words, at_most, number

SIDE = 560  # pixels of the board's side at most
SMALL = 300
LIFT, GRAM = "lift", "gram"  # keys of their components


def names_seen(lab: Lab, options: PhiOptions) -> tuple[str, ...]:
    """Return the names of the coordinates that are seen."""
    names = names_of(options)
    return tuple(names[k] for k in phi.chosen_of(lab, options))


def show_plane(lab: Lab, words: Words) -> None:
    """Show the points where they come from, with the boundary that the plane of the lift makes there."""
    options = phi.options_of(lab)
    answer = phi.board_answer(phi.part_of(lab), words)
    kernel = phi.kernel_spec(options, phi.chosen_of(lab, options))
    small_board("phi", lab, words, answer, kernel, "", SIDE, phi.GROUP, phi.picked_of(lab))
    left, right = st.columns([2, 5], vertical_alignment="center", gap="medium")
    with left:
        choose_point(lab, words)
    with right:
        st.caption(point_sentence(phi.lift_of(lab), phi.part_of(lab).solution, phi.picked_of(lab), words))


def all_figures(flat: bool, lab: Lab, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield Gram matrix and lift, `flat` for a browser without 3-D; `InputError` if nothing can be solved.

    The lift comes last: where the processor draws the scene, nothing else is drawn meanwhile.
    """
    yield GRAM, gram_drawn(lab, words)
    yield LIFT, lift_drawn(flat, lab, words)


def lift_drawn(flat: bool, lab: Lab, words: Words) -> Drawn:
    """Return the lifted points with the plane that the solver found."""
    options, found, shown = phi.options_of(lab), phi.part_of(lab).solution, phi.lift_of(lab)
    names, picked = names_seen(lab, options), phi.picked_of(lab)
    drawn = lift_figure(shown, found, lab.points.y, names, picked, "flat" if flat else options.view, words)
    return Drawn(drawn, lift_text(shown, found, names, picked, words))


def gram_drawn(lab: Lab, words: Words) -> Drawn:
    """Return the Gram matrix of the lifted points."""
    shown, y, picked = phi.lift_of(lab), lab.points.y, phi.picked_of(lab)
    rows = rows_of(gram_order(lab.points.X, y), picked)
    told = gram_text(shown.gram, y, picked, names_seen(lab, phi.options_of(lab)), words)
    return Drawn(gram_figure(shown.gram, y, rows, picked, words), told)


def show_lift(lab: Lab, words: Words) -> None:
    """Show the points where they have been lifted to, with the plane itself."""
    solid = len(names_seen(lab, phi.options_of(lab))) == 3
    kept, flat = partial(take_picked, LIFT), partial(take_flat, LIFT)
    plot(LIFT, *lift_drawn(no_solid(), lab, words), lab.shared.projector, kept, flat, hands.turn_of(PAGE))
    if solid and no_solid():
        st.info(words("phi.no_solid"), icon=":material/view_in_ar:")
    elif solid:
        choose_view(lab, words)
    st.caption(words("phi.reading" if solid else "phi.reading.line"))


def show_gram(lab: Lab, words: Words) -> None:
    """Show the Gram matrix of the lifted points."""
    rows, y = rows_of(gram_order(lab.points.X, lab.points.y), phi.picked_of(lab)), lab.points.y
    hands.show(PAGE, GRAM, gram_drawn(lab, words), lab)
    if len(rows) < len(y):
        st.caption(words("figure.gram.some", rows=len(rows), n=len(y)))


def show_examples(lab: Lab, words: Words) -> None:
    """Show the three maps of example 7.3 side by side, with the difference of their Gram matrices."""
    st.markdown(words("phi.examples", difference=at_most(phi.example_difference(lab), 2)))
    if no_solid():
        st.info(words("phi.no_solid"), icon=":material/view_in_ar:")
        return
    shown, found = zip(*phi.example_lifts(lab), strict=True)
    names = [names_seen(lab, PhiOptions(which)) for which in EXAMPLES]
    drawn = examples_figure(shown, found, lab.points.y, names, phi.picked_of(lab), words)
    plot("examples", drawn, examples_text(names, words), lab.shared.projector)
    st.caption(words("phi.examples.third"))


def show_lengths(lab: Lab, words: Words) -> None:
    """Show the lecture's figure: the same monomials with other lengths have other margins and support vectors."""
    st.markdown(words("phi.lengths"))
    asked = [PhiOptions("poly2", gamma=gamma) for gamma in phi.LENGTHS]
    asked.insert(1, PhiOptions("phi2"))
    with st.container(key="lengths"):
        columns = st.columns(len(asked), gap="small")
    for column, options in zip(columns, asked, strict=True):
        found = phi.whole_of(lab, options)
        with column:
            kernel = phi.kernel_spec(options, tuple(range(len(names_of(options)))))
            caption = words(
                "phi.lengths.plain" if options.map == "phi2" else "phi.lengths.gamma", g=number(options.gamma)
            )
            answer, key = phi.board_answer(found, words), f"phi-{options.map}-{options.gamma!r}"
            small_board(key, lab, words, answer, kernel, caption, SMALL, phi.GROUP, phi.picked_of(lab))
            if phi.is_drawn(found):
                numbers = {"vectors": found.solution.vectors, "errors": found.solution.errors}
                st.caption(words("phi.lengths.numbers", margin=number(found.solution.margin_width), **numbers))
            else:
                st.caption(words("phi.plane.impossible"))


@guard.part
def folded(lab: Lab, words: Words) -> None:
    """Show, folded, what needs more room and more work."""
    for name, show in (("examples", show_examples), ("lengths", show_lengths)):
        frame.fold(f"phi-{name}", words(f"phi.{name}.title"), words, partial(show, lab, words))
