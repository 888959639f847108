"""The error of an approximation of the Gaussian kernel, shown on every page where one can be chosen."""

from ui.page.cost.show import published, show_cost

__all__ = ["published", "show_cost"]
