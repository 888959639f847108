"""The text of a formula as a tree, and the tree in LaTeX.

Python's own parser reads the text, with ^ for powers; nothing is ever executed. What is not arithmetic of the names
below is refused with its reason.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from ..input_error import InputError

MOST_NODES: Final = 64
LONGEST: Final = 256  # characters
LARGEST_POWER: Final = 64  # of a whole exponent; another one is computed by exp and log
SHOWN: Final = 24  # characters of an unknown name that are quoted
LEAVES: Final = {
    "dot": r"x\cdot z",
    "dist2": r"\lVert x-z\rVert^2",
    "dist1": r"\lVert x-z\rVert_1",
    "distmax": r"\lVert x-z\rVert_\infty",
    "xx": r"\lVert x\rVert^2",
    "zz": r"\lVert z\rVert^2",
    "x1": "x_1",
    "x2": "x_2",
    "z1": "z_1",
    "z2": "z_2",
}
OTHERS: Final = {"xx": "zz", "x1": "z1", "x2": "z2", "zz": "xx", "z1": "x1", "z2": "x2"}  # with x and z exchanged
SYMBOLS: Final = ("gamma", "r")  # numbers that a slider moves
FUNCTIONS: Final = {
    "exp": r"\exp",
    "log": r"\log",
    "sqrt": r"\sqrt",
    "abs": "",
    "sin": r"\sin",
    "cos": r"\cos",
    "tanh": r"\tanh",
    "min": r"\min",
    "max": r"\max",
}
NAMES: Final = (*LEAVES, *SYMBOLS, *FUNCTIONS)
_BINARY: Final = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}


class Node(NamedTuple):
    """A number, a name, or an operation on parts: "+", "-", "*", "/", "^", "negative", or the name of a function."""

    kind: str
    parts: tuple[Node, ...] = ()
    value: float = 0.0  # of a "number"


def parse(text: str) -> Node:
    """Return the tree of a formula; `InputError` with the reason if it is none."""
    if len(text) > LONGEST:
        sentence = "The formula is too long. Its characters: {count}; the limit: {most}."
        raise InputError("formula.long", sentence, count=len(text), most=LONGEST)
    if not text.strip():
        raise InputError("formula.empty", "The formula is empty; type one, such as exp(-gamma*dist2).")
    text = text.strip()
    try:
        tree = ast.parse(text.replace("^", "**"), mode="eval").body
    except SyntaxError as error:
        raise _unreadable(text, error.offset or 1) from error
    except (ValueError, MemoryError, RecursionError) as error:  # a zero character; very deep nesting
        raise _unreadable(text, 1) from error
    count = sum(isinstance(node, ast.expr) for node in ast.walk(tree))
    if count > 2 * MOST_NODES:  # names of functions are counted here, and signs of numbers
        raise _large(count)
    node = _read(tree, text)
    if (count := sum(1 for _ in nodes(node))) > MOST_NODES:
        raise _large(count)
    return node


def nodes(node: Node) -> Iterator[Node]:
    """Return all nodes of a tree, each after its parts."""
    for part in node.parts:
        yield from nodes(part)
    yield node


def exchanged(node: Node) -> Node:
    """Return the tree of K(z, x)."""
    return Node(OTHERS.get(node.kind, node.kind), tuple(map(exchanged, node.parts)), node.value)


def _unreadable(text: str, offset: int) -> InputError:
    """Return the refusal of a text in which the parser stopped at a place; each ^ had become two characters."""
    place = at = 1
    for character in text:
        if at >= offset:
            break
        place, at = place + 1, at + (2 if character == "^" else 1)
    sentence = (
        "The formula cannot be read at character {place}; it may use + - * / ^, parentheses and these names: {names}."
    )
    return InputError("formula.syntax", sentence, place=place, names=", ".join(NAMES))


def _large(count: int) -> InputError:
    sentence = "The formula is too large. Its parts: {count}; the limit: {most}."
    return InputError("formula.large", sentence, count=count, most=MOST_NODES)


def _read(tree: ast.expr, text: str) -> Node:
    """Return the node of a part; `InputError` for what Python knows and a formula does not, such as a comparison."""
    match tree:
        case ast.Constant(value=value) if isinstance(value, int | float) and not isinstance(value, bool):
            return Node("number", value=_finite(value))
        case ast.Name(id=name) if name in LEAVES or name in SYMBOLS:
            return Node(name)
        case ast.Name(id=name):
            sentence = "The name {name} is unknown; known are {names}."
            raise InputError("formula.name", sentence, name=name[:SHOWN], names=", ".join(NAMES))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _read(operand, text)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            part = _read(operand, text)
            return part._replace(value=-part.value) if part.kind == "number" else Node("negative", (part,))
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _BINARY:
            return Node(_BINARY[type(operation)], (_read(left, text), _read(right, text)))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            takes = 2 if name in ("min", "max") else 1
            if len(args) != takes:
                sentence = "{name} takes {takes} values; it got {count}."
                raise InputError("formula.values", sentence, name=name, takes=takes, count=len(args))
            return Node(name, tuple(_read(arg, text) for arg in args))
        case ast.Call(func=ast.Name(id=name)) if name not in FUNCTIONS and name not in NAMES:
            return _read(ast.Name(id=name), text)  # refused as unknown
    raise _unreadable(text, len(text.replace("^", "**").encode()[: tree.col_offset].decode(errors="ignore")) + 1)


def _finite(value: float) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InputError("formula.number", "The formula contains a number that is not finite.")
    return number


def whole_power(node: Node) -> int | None:
    """Return the exponent of a power by multiplication: a whole number of at most `LARGEST_POWER`; else None."""
    if node.kind != "^" or node.parts[1].kind != "number":
        return None
    exponent = node.parts[1].value
    return int(exponent) if exponent.is_integer() and abs(exponent) <= LARGEST_POWER else None


_RAISED: Final = ("dot", "dist2", "xx", "zz")  # written as a product or a power
SUM, SIGNED, PRODUCT, POWER, WHOLE = range(5)  # how tightly the parts of an expression hold together
_LATEX: Final[Mapping[str, Callable[[str], str]]] = {
    "sqrt": lambda inside: rf"\sqrt{{{inside}}}",
    "abs": lambda inside: rf"\left|{inside}\right|",
}


def latex(node: Node, number: Callable[[float], str], symbols: Mapping[str, str]) -> str:
    """Return a tree in LaTeX; `number` writes one, and `symbols` has the texts of gamma and r."""

    def written(node: Node, least: int) -> str:
        text, holds = _written(node)
        return text if holds >= least else rf"\left({text}\right)"

    def _written(node: Node) -> tuple[str, int]:
        kind, parts = node.kind, node.parts
        if kind == "number":
            return number(node.value), WHOLE if node.value >= 0.0 else SIGNED
        if kind in LEAVES:
            return LEAVES[kind], PRODUCT if kind in _RAISED else WHOLE
        if kind in SYMBOLS:
            return symbols[kind], SIGNED if symbols[kind].startswith("-") else WHOLE
        if kind == "negative":
            return f"-{written(parts[0], PRODUCT)}", SIGNED
        if kind in ("+", "-"):
            chained = kind == "+" and parts[1].kind in ("+", "-")
            return f"{written(parts[0], SUM)} {kind} {written(parts[1], SUM if chained else PRODUCT)}", SUM
        if kind == "*":
            left, right = written(parts[0], SIGNED), written(parts[1], PRODUCT)
            between = r"\cdot " if parts[1].kind == "number" else r"\,"
            return f"{left}{between}{right}", SIGNED if left.startswith("-") else PRODUCT
        if kind == "/":
            return rf"\frac{{{written(parts[0], SUM)}}}{{{written(parts[1], SUM)}}}", WHOLE
        if kind == "^":
            return rf"{written(parts[0], POWER + 1)}^{{{written(parts[1], SUM)}}}", POWER
        inside = ", ".join(written(part, SUM) for part in parts)
        if kind in _LATEX:
            return _LATEX[kind](inside), WHOLE
        return rf"{FUNCTIONS[kind]}\!\left({inside}\right)", WHOLE

    return written(node, SUM)
