/** Run once the page stands: its figures come after its board. */
export const afterRun = (then) =>
  requestAnimationFrame(() => (document.querySelector("[data-test-script-state=running]") ? afterRun(then) : then()));
