// A board under another machine than C-SVC: its f has coefficients of its own, one class no margins beside f = 0, and
// regression is a graph.

import * as paint from "../shared/paint.js";
import { EditedPoints } from "./edited_points.js";
import { across, become as becoming, machineOf, placed } from "./parts.js";

const seen = new WeakMap(); // pictures as this board draws them

let made; // the class, once there is a board

/** Let a board show machines. */
export function become(board) {
  made ??= kindOf(Object.getPrototypeOf(board).constructor);
  return becoming(board, made, { ahead: new EditedPoints() });
}

const kindOf = (Board) => class extends machineOf(Board) {
  get picture() {
    const found = super.picture;
    if (!found?.weights) return found;
    if (!seen.has(found)) seen.set(found, ownOf(found));
    return seen.get(found);
  }

  update(data, ...more) {
    if (data.plain !== this.data?.plain) this.painted = undefined;
    super.update(data, ...more);
    this.store.scrubs = () => true; // the board follows every slider: the page waits until the hand rests
  }

  heard(what) {
    super.heard(what);
    if (/model|points/.test(what) && this.data?.offers) this.ahead.follow(this);
  }

  solve(picture, effort) {
    const { kept } = this.store;
    if (kept?.picture.tube != null) return this.grey(kept);
    if (picture?.draw && picture.tube != null) return this.graph(picture);
    super.solve(picture, effort);
    if (!picture?.alone || !this.lines) return;
    this.lines = [[], this.lines[1], []];
    this.slack = [];
  }

  /** The curve of f in its tube, and how far points lie beyond it. */
  graph(picture) {
    Object.assign(this, { painted: picture, kept: this.store.kept });
    this.tellKept("");
    this.curve(this.wipe(this.below), picture);
    this.slack = slackOf(picture, this.view);
  }

  /** Of the last good tube its curve stays, in grey. */
  grey(kept) {
    Object.assign(this, { painted: this.picture, kept, slack: [] });
    this.tellKept(kept.said);
    const ctx = this.wipe(this.below);
    this.curve(ctx, ownOf(kept.picture));
    this.pale(ctx);
    this.lines = null;
  }

  /** In a graph alpha is a half disc above its point, and alpha* one below. */
  haunt(ctx, picture) {
    super.haunt(ctx, picture);
    if (picture?.draw && this.courses) this.halves(ctx, picture.pulls.map((pull) => [Math.max(pull, 0), Math.max(-pull, 0)]), picture.rank, picture.kernel);
  }
};

function ownOf(found) {
  const { weights, tube, X, alpha, slack } = found;
  const pulls = Array.from(alpha, (a, k) => a * Math.sign(weights[k]));
  const own = { ...found, coef: Array.from(weights), pulls, slackAt: (k) => slack[k] };
  return tube == null ? own : { ...own, places: X, X: across(X), alpha: alpha.map(() => 0) };
}

/** Upright lines from the points beyond the tube to its edge. */
function slackOf({ places, slack, pulls }, view) {
  return pulls.flatMap((pull, k) => {
    if (!(slack[k] > 1e-6)) return [];
    const [x, z] = [places[2 * k], places[2 * k + 1]];
    return [[placed(view, x, z), placed(view, x, z - Math.sign(pull) * slack[k])]];
  });
}
