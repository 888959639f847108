// Streamlit's own words in the visitor's language. The page brings a table of them in its style sheet (ui/page/frame.py).

const NAMED = ["aria-label", "title", "placeholder"];
const table = () => JSON.parse(getComputedStyle(document.documentElement).getPropertyValue("--lab-framework") || "{}");

/** Put our words in place of Streamlit's, now and in whatever opens later; `known` are those that it says. */
export function translate(known = new Set(Object.keys(table()))) {
  const own = (words) => known.has(words) && table()[words];
  const change = (root) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = root; node; node = walk.nextNode()) {
      const said = node.nodeType === Node.TEXT_NODE && own(node.data);
      if (said && said !== node.data && !node.parentElement?.closest("[role=option][data-key]")) node.data = said; // options may be a visitor's own names
      for (const name of NAMED) {
        const named = own(node.getAttribute?.(name));
        if (named && named !== node.getAttribute(name)) node.setAttribute(name, named);
      }
    }
  };
  const watch = (changes) => changes.forEach(({ target, addedNodes, type }) => (type === "childList" ? addedNodes : [target]).forEach(change));
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true, characterData: true, attributeFilter: NAMED });
  change(document.body);
}
