// A run follows the numbers of its machine, and how LIBSVM's loop goes, as it follows a point that moves: each value
// brings a new run, and the page hears of the last.

export class Tuning {
  chose = null; // values that the page does not tell of yet

  constructor(player) {
    this.player = player;
    addEventListener("click", ({ target, timeStamp }) => {
      const button = target.closest?.("[class*=st-key-libsvm-shrinking] button");
      if (button) this.set({ shrinking: !button.previousElementSibling }, timeStamp);
    }, { signal: player.gone.signal, capture: true }); // React stops what it has heard
  }

  /** Whether a hand has chosen other values than those of which the page tells. */
  leads({ revision, way }) {
    if (!way) return false; // no run can be recorded yet
    const [{ chose, player: { store } }, told] = [this, { ...way.machine, ...way }];
    const own = chose && revision === store.revision && way.machine.name === store.way?.machine.name;
    return own && Object.keys(chose).some((name) => told[name] !== chose[name]);
  }

  /** The player shows what the page told. */
  update({ kept }) {
    const { player } = this;
    this.chose = null;
    if (!player.ahead && kept !== (player.kept ?? "")) player.keepRun(kept || null), player.schedule();
    player.store.scrubs = (value, name, stamp) => this.set({ [name]: value }, stamp);
  }

  set(values, stamp) {
    const { store, store: { n, way } } = this.player;
    if (!way) return false;
    const { machine } = way;
    if (values.rows >= n) values.rows = null; // all of them
    this.chose = { ...this.chose, ...values };
    const { nu = machine.nu, epsilon = machine.epsilon, ...more } = values;
    store.set({ way: { ...way, ...more, machine: { ...machine, nu, epsilon } } }, { stamp });
    return true; // the page waits until the hand rests
  }
}

/** Let the run of a player be tuned, also by -h, which is a control of the page. */
export function serve(player) { player.tuning ??= new Tuning(player); }
