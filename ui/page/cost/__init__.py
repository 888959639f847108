"""What an approximation of the Gaussian kernel costs, beside the solver of any page that lets one be chosen."""

from ui.page.cost.show import published, show_cost

__all__ = ["published", "show_cost"]
