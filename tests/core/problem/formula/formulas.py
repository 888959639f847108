"""Random formulas, and their values in a hundred digits, straight from the tree."""

from __future__ import annotations

from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext

from hypothesis import strategies as st

from core.problem.formula.syntax import FUNCTIONS, LEAVES, Node, whole_power

DIGITS = Context(prec=100, Emax=10**6, Emin=-(10**6), traps=[DivisionByZero, InvalidOperation, Overflow])
NUMBERS = ("0", "1", "2", "0.5", "3.25", "1e-3", "7", "1e4")
UNDEFINED = (ArithmeticError, ValueError)

leaves = st.sampled_from([*LEAVES, "gamma", "r", *NUMBERS])


def _grown(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    one = st.sampled_from([name for name in FUNCTIONS if name not in ("min", "max")])
    return st.one_of(
        st.builds("({} {} {})".format, inside, st.sampled_from("+-*/"), inside),
        st.builds("{}({})".format, one, inside),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inside, inside),
        st.builds("({})^{}".format, inside, st.sampled_from(["2", "3", "-1", "0.5", "0", "5"])),
        st.builds("-{}".format, inside),
    )


formulas = st.recursive(leaves, _grown, max_leaves=8)


def exact(node: Node, x: list[float], z: list[float], gamma: float, r: float) -> Decimal:
    """K(x, z) in a hundred digits; one of `UNDEFINED` where it is not defined."""
    a, b = ([Decimal(value) for value in point] for point in (x, z))
    apart = [abs(s - t) for s, t in zip(a, b, strict=True)]
    known = {
        "dot": sum(s * t for s, t in zip(a, b, strict=True)),
        "dist2": sum(s * s for s in apart),
        "dist1": sum(apart),
        "distmax": max(apart),
        "xx": sum(s * s for s in a),
        "zz": sum(s * s for s in b),
        **dict(zip(("x1", "x2"), a, strict=True)),
        **dict(zip(("z1", "z2"), b, strict=True)),
        "gamma": Decimal(gamma),
        "r": Decimal(r),
    }

    def value(node: Node) -> Decimal:
        if node.kind == "number":
            return Decimal(node.value)
        if node.kind in known:
            return Decimal(known[node.kind])
        if (exponent := whole_power(node)) is not None:
            return value(node.parts[0]) ** exponent if exponent else Decimal(1)
        parts = [value(part) for part in node.parts]
        match node.kind, parts:
            case "negative", [s]:
                return -s
            case "+", [s, t]:
                return s + t
            case "-", [s, t]:
                return s - t
            case "*", [s, t]:
                return s * t
            case "/", [s, t]:
                return s / t
            case "^", [s, t]:
                return s**t if s > 0 else (Decimal(0) if s == 0 and t > 0 else 1 / Decimal(0))
            case "exp", [s]:
                return s.exp()
            case "log", [s]:
                return s.ln()  # of 0 minus infinity
            case "sqrt", [s]:
                return s.sqrt()
            case "tanh", [s]:
                grown = (2 * min(abs(s), Decimal(300))).exp()
                return ((grown - 1) / (grown + 1)).copy_sign(s)
            case "sin", [s]:
                return _sine(s)
            case "cos", [s]:
                return _sine(s + QUARTER)
            case "abs", [s]:
                return abs(s)
            case "min", [s, t]:
                return min(s, t)
            case "max", [s, t]:
                return max(s, t)
        raise AssertionError(node.kind)

    with localcontext(DIGITS):
        return value(node)


QUARTER = Decimal(
    "1.57079632679489661923132169163975144209858469968755291048747229615390820314310449931401741267105853399107404326"
)


def _sine(x: Decimal) -> Decimal:
    if abs(x) > 2**20 + 2:
        raise ValueError("no such angle")
    x = x.remainder_near(4 * QUARTER)
    term, total, k = x, x, 1
    while abs(term) > Decimal("1e-90"):
        k += 2
        term = -term * x * x / (k * (k - 1))
        total += term
    return total
