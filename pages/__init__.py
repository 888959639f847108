"""The pages, in their order within the groups of the navigation.

A new page is one folder, and here an import and an entry, whose position is that of the page. A single line would have
to name the page as a string or inspect this module's names, and neither mypy nor an editor would know the pages.
"""

from datasets import CATALOGUE
from pages import (
    architecture,
    before,
    board,
    budget,
    choosing,
    classes,
    descent,
    duality,
    fourier,
    gamma,
    kernels,
    libsvm,
    losses,
    machines,
    margins,
    mercer,
    paper,
    perceptron,
    phi,
    probabilities,
    race,
    results,
    ridge,
    smo,
    strings,
    taylor,
)
from ui.link.link import Link

PAGES = (
    board.PAGE,
    margins.PAGE,
    perceptron.PAGE,
    duality.PAGE,
    losses.PAGE,
    smo.PAGE,
    descent.PAGE,
    race.PAGE,
    machines.PAGE,
    classes.PAGE,
    libsvm.PAGE,
    architecture.PAGE,
    kernels.PAGE,
    gamma.PAGE,
    phi.PAGE,
    mercer.PAGE,
    strings.PAGE,
    taylor.PAGE,
    fourier.PAGE,
    budget.PAGE,
    ridge.PAGE,
    before.PAGE,
    choosing.PAGE,
    probabilities.PAGE,
    results.PAGE,
    paper.PAGE,
)

LINK = Link(CATALOGUE, tuple(page.form for page in PAGES if page.form))
