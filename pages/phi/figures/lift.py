"""The lift: points in three coordinates of Phi with the solver's plane, its margins, and the lifted board itself."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from core.problem import Role
from core.problem.arrays import Matrix, Vector
from core.topics.phi.view import Lift
from core.view import Light, Solution
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, GRID, INK, NEGATIVE, POSITIVE, TITLE, axis
from ui.solve.board_problem import Labels
from ui.words import Words, number

HEIGHT = 560
PICKED = "var(--lab-i)"
FLATTEST = 0.45  # the shortest side of the box, relative to its longest
DISTANCE = 1.85  # of the camera
NEAR = 0.85  # the same under orthographic projection, where it is only a scale
SUNK, TALL = -0.26, 0.14  # the camera aims below the centre of a low box, where the axis names are
BESIDE = (-0.09, -0.07)  # and to the left of it, where the name of the vertical axis is
ORDINARY = (0.6, -0.76, 0.25)  # initial direction of the camera


class LiftPicture(NamedTuple):
    """The contents of a picture of a lift."""

    lift: Lift
    solution: Solution
    y: Labels
    names: Sequence[str]  # of the coordinates
    picked: int  # the point that is marked


def packed(values: Any) -> dict[str, str]:  # noqa: ANN401 - whatever NumPy takes
    """Return numbers in the encoding that Plotly reads fastest: base64 of float32, where nan leaves a gap."""
    array = np.ascontiguousarray(values, dtype=np.float32)
    found = {"dtype": "f4", "bdata": base64.b64encode(array.tobytes()).decode()}
    return found if array.ndim == 1 else {**found, "shape": ",".join(map(str, array.shape))}


def lift_figure(shown: LiftPicture, view: str, words: Words) -> Sketch:
    """Return the lift in 3-D, in a plane if there are two coordinates, or as three projections."""
    if shown.lift.points.shape[1] == 2:
        drawn = Sketch(HEIGHT, margin={"l": 60, "r": 14, "t": 12, "b": 48})
        _plane(drawn, shown, words)
    elif view == "flat":
        drawn = Sketch(HEIGHT, margin={"l": 56, "r": 14, "t": 12, "b": 44})
        _projections(drawn, shown, words)
    else:
        drawn = Sketch(HEIGHT, margin={"l": 0, "r": 0, "t": 0, "b": 0})
        drawn.layout["scene"] = scene(shown.lift, shown.names, view)
        solid(drawn, shown, words)
    drawn.layout["meta"] = {"group": "phi", "keeps": True, "picked": shown.picked}
    return drawn


def scene(shown: Lift, names: Sequence[str], view: str, distance: float = DISTANCE) -> dict[str, Any]:
    """Return the box with its axes and the camera; the visitor's own rotation stays until another view is chosen."""
    axes = {
        f"{letter}axis": {
            "title": {"text": name, "font": {"size": TITLE}},
            "range": [float(low), float(high)],
            "nticks": 4,
            "tickfont": {"size": 11, "color": GREY},
            "gridcolor": GRID,
            "linecolor": GREY,
            "zeroline": False,
            "showspikes": False,
            "showbackground": False,
        }
        for letter, name, low, high in zip("xyz", names, shown.low, shown.high, strict=True)
    }
    side = shown.high - shown.low
    longest = float(side.max()) or 1.0  # 0 if float64 cannot distinguish the lifted points
    sides = np.maximum(side / longest, FLATTEST)  # true to scale, unless a side would be too short to be visible
    return {
        **axes,
        "aspectmode": "manual",
        "aspectratio": dict(zip("xyz", map(float, sides), strict=True)),
        "camera": _camera(shown, sides, view, distance),
        "uirevision": view,
        "dragmode": "orbit",
        "domain": {"x": [0, 1], "y": [0, 1]},
    }


def _camera(shown: Lift, sides: Vector, view: str, distance: float) -> dict[str, Any]:
    """Return eye, up and projection; "edge" looks along the plane, which then appears as a line."""
    up, eye = (0.0, 0.0, 1.0), np.array(ORDINARY)
    if view == "above":
        up, eye = (0.0, 1.0, 0.0), np.array([0.0, 0.0, 1.0])
    elif view == "edge" and np.any(shown.w):
        normal = shown.w * (shown.high - shown.low) / sides  # of the plane as drawn
        eye = np.cross(normal, up)
        if np.linalg.norm(eye) <= 1e-9 * np.linalg.norm(normal):
            eye = np.array([1.0, 0.0, 0.0])
        eye = eye / np.linalg.norm(eye)
    straight = view != "free"  # orthographic: parallel lines stay parallel, and a plane seen edge-on is a line
    center = np.zeros(3) if straight else np.array([*BESIDE, SUNK + TALL * sides[2]])
    eye = center + (NEAR if straight else distance) * eye
    places = {name: dict(zip("xyz", map(float, at), strict=True)) for name, at in (("eye", eye), ("center", center))}
    kind = "orthographic" if straight else "perspective"
    return {**places, "up": dict(zip("xyz", up, strict=True)), "projection": {"type": kind}}


def solid(drawn: Sketch, shown: LiftPicture, words: Words) -> None:
    """Add points, net, planes and the lifted boundary to a scene, and the mark of one point."""
    lift = shown.lift
    _line(drawn, lift.net, {"color": GREY, "width": 1.5}, opacity=0.6)
    if shown.solution.light is not Light.IMPOSSIBLE:
        for corners, color, opacity in zip(lift.planes, (NEGATIVE, INK, POSITIVE), (0.07, 0.2, 0.07), strict=True):
            _sheet(drawn, corners, color, opacity)
        for corners, line in zip(lift.planes, _edges(), strict=True):
            _line(drawn, _closed(corners), line)
        _line(drawn, lift.border, {"color": INK, "width": 6})
    _points(drawn, lift.points, shown, "scatter3d", words)
    _mark(drawn, lift.points, shown.picked, "scatter3d")


def _edges() -> tuple[dict[str, Any], ...]:
    margin = {"width": 2, "dash": "dash"}
    return {**margin, "color": NEGATIVE}, {"color": INK, "width": 3}, {**margin, "color": POSITIVE}


def _sheet(drawn: Sketch, corners: Matrix, color: str, opacity: float) -> None:
    """Add a polygon as a fan of triangles, in its exact colour."""
    fan = np.arange(1, len(corners) - 1)
    if not len(fan):
        return
    drawn.data.append(
        {
            "type": "mesh3d",
            **dict(zip("xyz", map(packed, corners.T), strict=True)),
            "i": np.zeros_like(fan),
            "j": fan,
            "k": fan + 1,
            "color": color,
            "opacity": opacity,
            "hoverinfo": "skip",
            "lighting": {"ambient": 1, "diffuse": 0, "specular": 0, "roughness": 1, "fresnel": 0},
        }
    )


def _closed(corners: Matrix) -> Matrix:
    return np.vstack([corners, corners[:1]])


def _line(drawn: Sketch, rows: Matrix, line: dict[str, Any], **more: Any) -> None:  # noqa: ANN401
    if not len(rows):
        return
    kind = "scatter3d" if rows.shape[1] == 3 else "scatter"
    places = dict(zip("xyz", map(packed, rows.T), strict=False))
    drawn.data.append({"type": kind, "mode": "lines", **places, "line": line, "hoverinfo": "skip", **more})


def _points(drawn: Sketch, points: Matrix, shown: LiftPicture, kind: str, words: Words, **more: Any) -> None:  # noqa: ANN401
    """Add the points of both classes, one ring around each support vector, and a second one around bounded ones."""
    deep, found = kind == "scatter3d", shown.solution

    def value_at(i: int) -> str:
        return "" if found.light is Light.IMPOSSIBLE else f": f = {number(float(found.decision[i]))}"

    bounded = np.isin(found.role, (Role.INSIDE, Role.ON_PLANE, Role.MISCLASSIFIED, Role.BOUNDED_ON_MARGIN))
    vectors = (found.role == Role.FREE) | bounded
    for rows, size in ((vectors, 9), (bounded, 13)):
        ring = {"symbol": "circle-open", "size": size, "color": INK, "line": {"width": 1.5, "color": INK}}
        _scatter(drawn, points[rows], kind, marker=ring, hoverinfo="skip", **more)
    for sign, color in ((1, POSITIVE), (-1, NEGATIVE)):
        rows = np.flatnonzero(shown.y == sign)
        label = words("figure.lift.class.plus" if sign > 0 else "figure.lift.class.minus")
        _scatter(
            drawn,
            points[rows],
            kind,
            **_shape(sign, color, deep),
            customdata=rows,
            hovertext=[f"{i + 1}{value_at(int(i))}" for i in rows],
            hovertemplate=f"%{{hovertext}}<extra>{label}</extra>",
            **more,
        )


def _shape(sign: int, color: str, deep: bool) -> dict[str, Any]:
    """Return circles for class +1 and triangles for class -1; in 3-D Plotly has triangles only as text."""
    if deep and sign < 0:
        return {"mode": "text", "text": "▲", "textposition": "middle center", "textfont": {"size": 18, "color": color}}
    symbol = "circle" if sign > 0 else "triangle-up"
    return {"marker": {"symbol": symbol, "size": 4.5 if deep else 7, "color": color, "line": {"width": 0}}}


def _scatter(drawn: Sketch, points: Matrix, kind: str, **trace: Any) -> None:  # noqa: ANN401
    if len(points):
        places = dict(zip("xyz", map(packed, points.T), strict=False))
        drawn.data.append({"type": kind, "mode": "markers", **places, **trace})


def _mark(drawn: Sketch, points: Matrix, picked: int, kind: str, **more: Any) -> None:  # noqa: ANN401
    """Add the mark of one point; the browser moves it to the point under the pointer, by the positions in `meta`."""
    marker = {"symbol": "square-open", "size": 16, "color": PICKED, "line": {"width": 3, "color": PICKED}}
    places = [[[float(value)] for value in row] for row in points]
    at = dict(zip("xyz", places[picked], strict=False))
    drawn.data.append(
        {"type": kind, "mode": "markers", **at, "marker": marker, "meta": places, "hoverinfo": "skip", **more}
    )


def _plane(drawn: Sketch, shown: LiftPicture, words: Words) -> None:
    """Draw two coordinates: the solver's plane is a line."""
    lift, names = shown.lift, shown.names
    _line(drawn, lift.net, {"color": GRID, "width": 1})
    if shown.solution.light is not Light.IMPOSSIBLE:
        for corners, line in zip(lift.planes, _edges(), strict=True):
            _line(drawn, corners, line)
    _points(drawn, lift.points, shown, "scatter", words)
    _mark(drawn, lift.points, shown.picked, "scatter")
    ranges = [[float(low), float(high)] for low, high in zip(lift.low, lift.high, strict=True)]
    drawn.update_layout(xaxis=axis(names[0], range=ranges[0]), yaxis=axis(names[1], range=ranges[1]))


def _projections(drawn: Sketch, shown: LiftPicture, words: Words) -> None:
    """Draw the projection on each pair of coordinates, for browsers without 3-D."""
    lift = shown.lift
    places = (([0.0, 0.45], [0.56, 1.0]), ([0.56, 1.0], [0.56, 1.0]), ([0.0, 0.45], [0.0, 0.42]))
    for k, ((a, b), (across, upwards)) in enumerate(zip(combinations(range(3), 2), places, strict=True), start=1):
        suffix = "" if k == 1 else str(k)
        on = {"xaxis": f"x{suffix}", "yaxis": f"y{suffix}"}
        _line(drawn, lift.net[:, [a, b]], {"color": GRID, "width": 1}, **on)
        if shown.solution.light is not Light.IMPOSSIBLE:
            for corners, line in zip(lift.planes, _edges(), strict=True):
                _line(drawn, _closed(corners)[:, [a, b]], line, **on)
            _line(drawn, lift.border[:, [a, b]], {"color": INK, "width": 2.5}, **on)
        _points(drawn, lift.points[:, [a, b]], shown, "scatter", words, **on)
        _mark(drawn, lift.points[:, [a, b]], shown.picked, "scatter", **on)
        for letter, which, domain, anchor in (("x", a, across, "y"), ("y", b, upwards, "x")):
            limits = [float(lift.low[which]), float(lift.high[which])]
            drawn.layout[f"{letter}axis{suffix}"] = axis(
                shown.names[which], range=limits, domain=domain, anchor=anchor + suffix, nticks=4
            )


def lift_text(shown: LiftPicture, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    lift, found, picked, told = shown.lift, shown.solution, shown.picked, ", ".join(shown.names)
    if found.light is Light.IMPOSSIBLE:
        return words("figure.lift.alt.impossible", names=told, n=len(found.alpha))
    return words(
        "figure.lift.alt",
        names=told,
        n=len(found.alpha),
        w=", ".join(number(float(value)) for value in lift.w),
        b=number(lift.b),
        errors=found.errors,
        vectors=found.vectors,
        i=picked + 1,
        place=", ".join(number(float(value)) for value in lift.points[picked]),
        f=number(float(found.decision[picked])),
    )
