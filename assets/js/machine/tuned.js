// A player whose run follows the numbers of its machine, and how LIBSVM's loop goes, as it follows a point that moves:
// each value brings a new run, and the page hears of the last.

let made; // the class, once there is such a player

/** Let the run of a player be tuned, also by -h, which is a control of the page. */
export function become(player) {
  made ??= tuned(Object.getPrototypeOf(player).constructor);
  addEventListener("click", ({ target, timeStamp }) => {
    const button = target.closest?.("[class*=st-key-libsvm-shrinking] button");
    if (button) player.tune({ shrinking: !button.previousElementSibling }, timeStamp);
  }, { signal: player.gone.signal, capture: true }); // React stops what it has heard
  return Object.setPrototypeOf(player, made.prototype);
}

const tuned = (Player) => class extends Player {
  get tuned() { return true; }

  update(data, ...more) {
    if (this.leads(data)) return; // another word of the page is on its way
    this.chose = null;
    super.update(data, ...more);
    if (!this.ahead && data.kept !== (this.kept ?? "")) this.keepRun(data.kept || null), this.schedule();
    this.store.scrubs = (value, name, stamp) => this.tune({ [name]: value }, stamp);
  }

  /** Whether a hand has chosen other values than those of which the page tells. */
  leads({ revision, way }) {
    if (!way) return false; // no run can be recorded yet
    const [{ chose, store }, told] = [this, { ...way.machine, ...way }];
    const own = chose && revision === store.revision && way.machine.name === store.way?.machine.name;
    return own && Object.keys(chose).some((name) => told[name] !== chose[name]);
  }

  tune(values, stamp) {
    const { store, store: { n, way } } = this;
    if (!way) return false;
    const { machine } = way;
    if (values.rows >= n) values.rows = null; // all of them
    this.chose = { ...this.chose, ...values };
    const { nu = machine.nu, epsilon = machine.epsilon, ...more } = values;
    store.set({ way: { ...way, ...more, machine: { ...machine, nu, epsilon } } }, { stamp });
    return true; // the page waits until the hand rests
  }
};
