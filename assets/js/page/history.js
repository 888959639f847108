// One press of Back leaves a page: Streamlit adds an entry to the history for every change of the link, here a change
// within a page replaces the entry. A classic script in the first HTML (ui/server/preview.py): Streamlit writes its
// first link before any module has come.

{
  const { pushState } = history;

  history.pushState = (state, unused, url) => {
    const within = new URL(url, location).pathname === location.pathname;
    (within ? history.replaceState : pushState).call(history, state, unused, url);
  };
}
