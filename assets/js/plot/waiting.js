// What shows numbers of a kernel and C, and comes ahead of the page while these move, waits visibly where it is behind.

const LATE = 500; // ms after which what is about other values waits visibly

/** Hold a part against what hands have chosen. Points bring nothing ahead of the page: after them it waits at once. */
export function judge(part) {
  const [{ store }, of] = [part, part.last?.of];
  if (!of) return; // gone
  const [moved, tuned] = [store.movedAt > store.adopted, store.kernel && store.asksOther(of.kernel, of.C)];
  const wait = (late) => {
    clearTimeout(part.timer);
    part.timer = null;
    part.root.toggleAttribute("data-late", late);
  };
  if (moved || !tuned) wait(moved);
  else part.timer ??= setTimeout(() => wait(true), LATE);
}
