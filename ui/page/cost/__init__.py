"""What an approximation of the Gaussian kernel costs, beside the solver of any page that lets one be chosen."""

from ui.page.cost.show import offered, show_cost

__all__ = ["offered", "show_cost"]
