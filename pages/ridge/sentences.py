"""Sentences about both machines and the bounds, based on predicates checked numerically."""

from __future__ import annotations

from core.topics.ridge.experiment import Smooths, Tube
from pages.ridge.answers import Both, Stability, SvmStability, WithoutTheOthers
from ui.solve.limits import POINTS_OF_MACHINES
from ui.words import Words, at_least, at_most, number, told_apart

PROVED = 1e-6  # largest relative gap at which results are compared


def lead_sentence(found: Both, penalty: float, words: Words) -> str:
    """Say which points determine each solution, and how much the boundaries disagree."""
    n = len(found.ridge.z)
    parts = [words("ridge.sentence.all" if found.carrying == n else "ridge.sentence.some", n=n, count=found.carrying)]
    if not found.exists:
        parts.append(words("ridge.sentence.none"))
    else:
        parts.append(words("ridge.sentence.svm", vectors=found.svm.solution.vectors, n=n))
        key = "points" if found.apart else "plane" if found.share > 0.0 else "same"
        parts.append(words(f"ridge.sentence.{key}", share=number(100.0 * found.share, 2), apart=found.apart))
    if not found.ridge.regular:
        parts.append(words("ridge.sentence.singular" if penalty == 0.0 else "ridge.sentence.rounding"))
    return words.joined(parts)


def board_sentence(found: Both, words: Words) -> str:
    """Say which line belongs to which machine, and how many points each misclassifies."""
    ridge, n = found.ridge.errors, len(found.ridge.z)
    if not found.exists:
        return words("ridge.errors.ridge", ridge=ridge, n=n)
    return words("ridge.errors", ridge=ridge, svm=found.svm.solution.errors, n=n)


def line_sentence(shown: Smooths, D: int, words: Words) -> str:
    """Say how far the approximations are from the exact curve between the outermost points."""
    values = {"fourier": shown.apart(shown.fourier.curve), "nystroem": shown.apart(shown.nystroem.curve)}
    told = {name: at_most(value, 2) for name, value in values.items()}
    parts = [words("ridge.line.apart", D=D, L=len(shown.landmarks), **told)]
    if shown.kept < len(shown.landmarks):
        share = at_least(100.0 * shown.share)
        parts.append(words("ridge.line.kept", L=len(shown.landmarks), k=shown.kept, share=share))
    if float(shown.z.min()) == float(shown.z.max()):
        parts.append(words("ridge.line.equal"))
    if not all(one.regular for one in (shown.exact, shown.fourier, shown.nystroem)):
        parts.append(words("ridge.line.singular"))
    return words.joined(parts)


def tube_sentence(shown: Smooths, beside: Tube | None, C: float | None, words: Words) -> str:
    """Say how many points each regression uses, or why there is no SVR."""
    n = len(shown.x)
    if beside is None:
        return words("ridge.line.hard") if C is None else words("ridge.line.many", n=n, most=POINTS_OF_MACHINES)
    values = {"C": number(beside.C), "epsilon": number(beside.epsilon)}
    if not beside.proved:
        return words("ridge.line.unproved", **values)
    parts = [words("ridge.sentence.all" if shown.carrying == n else "ridge.sentence.some", n=n, count=shown.carrying)]
    vectors = int(beside.carrying.sum())
    parts.append(words("ridge.line.vectors" if vectors < n else "ridge.line.vectors.all", vectors=vectors, **values))
    return words.joined(parts)


def stability_sentences(shown: Stability, change: str, words: Words) -> list[str]:
    """Say how much f changes here, and whether Zhang's corollary 2 as printed allows it."""
    found, k = shown.changes, shown.place
    measured, printed = float(found.exact[k]), float(found.printed[k])
    values = {"measured": number(measured), "printed": at_most(printed), "proved": at_most(float(found.proved[k]))}
    broken = k in found.broken
    if broken:
        values["measured"], values["printed"] = told_apart(measured, printed, 3)
    key = "kept" if not broken else "sampled" if change == "features" else "broken"
    parts = [words(f"ridge.stability.{key}", **values)]
    if not broken and len(found.broken):
        parts.append(words("ridge.stability.elsewhere", count=len(found.broken), of=len(found.at)))
    if change == "features":
        parts.append(words("ridge.stability.both", both=number(float(found.both[k]))))
    elif float(found.entry[k]) > 0.0:
        ratio = float(found.spectral[k]) / float(found.entry[k])
        parts.append(words("ridge.stability.ratio", ratio=number(ratio), n=shown.points))
    if found.reach != 1.0:
        parts.append(words("ridge.stability.kappa", kappa=number(found.reach)))
    if shown.points < shown.of:
        parts.append(words("ridge.stability.part", points=shown.points, n=shown.of))
    return parts


def svm_sentences(shown: SvmStability, words: Words) -> list[str]:
    """Give the measured change of the SVM without offset, and the errors of Zhang's corollary 3 here."""
    if not shown.classes:
        return [words("ridge.svm.classes")]
    measured = shown.measured.largest
    kept = measured <= shown.printed
    written, printed = (number(measured), at_most(shown.printed)) if kept else told_apart(measured, shown.printed, 3)
    parts = [
        words(f"ridge.svm.{'kept' if kept else 'broken'}", C=number(shown.C), n=shown.points, measured=written),
        words("ridge.svm.printed", printed=printed),
    ]
    if shown.measured.gap > PROVED:
        parts.append(words("ridge.svm.gap", error=number(shown.measured.gap, 2)))
    if shown.entrywise < shown.printed and measured <= shown.entrywise:
        parts.append(words("ridge.svm.entrywise", bound=at_most(shown.entrywise)))
    if shown.diagonal > 1.0 + 1e-9:
        parts.append(words("ridge.svm.diagonal", largest=at_least(shown.diagonal)))
    return parts


def quiz_sentence(found: Both, again: WithoutTheOthers | None, penalty: float, words: Words) -> str:
    """Say which boundary changes if only the support vectors are kept."""
    if not found.exists:
        return words("ridge.quiz.none")
    if again is None:
        return words("ridge.quiz.all")
    parts = [
        words(
            "ridge.quiz.ridge",
            dropped=again.dropped,
            kept=again.ridge.kept,
            share=number(100.0 * again.ridge.changed, 2),
            errors=again.ridge.errors,
            before=found.ridge.errors,
        ),
        words(f"ridge.quiz.{'still' if again.svm == 0.0 else 'cells'}", share=number(100.0 * again.svm, 2)),
    ]
    if again.ridge.changed > again.svm and penalty > 0.0 and found.ridge.regular:
        parts.append(words("ridge.quiz.why"))
    return words.joined(parts)
