// A player whose run follows the numbers of its machine, as it does a point that moves: while one slides, each value
// brings a new run, and the page hears of the last.

export const tuned = (Player) => class extends Player {
  update(data, ...more) {
    if (this.leads(data)) return; // another word of the page is on its way
    this.tunes = false;
    super.update(data, ...more);
    this.store.scrubs = (value, name, stamp) => this.tune({ [name]: value }, stamp);
  }

  /** Whether a hand has chosen other numbers than those of which the page tells. */
  leads({ revision, way: { machine: { name, nu, epsilon } } }) {
    const { tunes, store } = this;
    const own = tunes && revision === store.revision && store.way.machine;
    return own && name === own.name && (nu !== own.nu || epsilon !== own.epsilon);
  }

  tune(numbers, stamp) {
    const { store, store: { way } } = this;
    this.tunes = true;
    store.set({ way: { ...way, machine: { ...way.machine, ...numbers } } }, { stamp });
    return true; // the page waits until the hand rests
  }
};
