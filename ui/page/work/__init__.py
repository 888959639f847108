"""Work of a page that takes long: shown as it is found, with how far it is and a button that stops it."""

from ui.page.work.follow import FirstPicture, PageWork, follow

__all__ = ["FirstPicture", "PageWork", "follow"]
