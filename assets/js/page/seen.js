// The marks of this browser: the pages that have explained themselves here. The first HTML puts them into the address of
// a link that asks for nothing (ui/server/preview.py), so that the page can be the right one from its first picture on.

const KEY = "svm-lab-seen";

/** Remember that a page has explained itself. A browser that keeps nothing meets every page as a stranger. */
export function mark(page) {
  try {
    const seen = new Set(localStorage.getItem(KEY)?.split("_"));
    localStorage.setItem(KEY, [...seen.add(page)].join("_"));
  } catch { /* not allowed here */ }
}
