// One press of Back leaves a page: Streamlit adds an entry to the history for every change of the link, here a change
// within a page replaces the entry.

const { pushState } = history;

history.pushState = (state, unused, url) => {
  const within = new URL(url, location).pathname === location.pathname;
  (within ? history.replaceState : pushState).call(history, state, unused, url);
};
