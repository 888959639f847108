"""Long work of a page: shown piece by piece, with its progress and a stop button."""

from ui.page.work.follow import FirstPicture, PageWork, follow

__all__ = ["FirstPicture", "PageWork", "follow"]
