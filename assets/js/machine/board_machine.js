// A board under another machine than C-SVC: its f has coefficients of its own, one class no margins beside f = 0, and
// regression is a graph.

import { across, Machine, placed } from "./machine.js";

const seen = new WeakMap(); // pictures as this board draws them

export class BoardMachine extends Machine {
  /** The picture with the coefficients of f as a board reads them. */
  own(found) {
    if (!found?.weights) return found;
    if (!seen.has(found)) seen.set(found, ownOf(found));
    return seen.get(found);
  }

  update({ plain }) {
    const { drawing, drawing: { data, store } } = this;
    if (plain !== data?.plain) drawing.painted = undefined;
    store.scrubs = () => true; // the board follows every slider: the page waits until the hand rests
  }

  heard(what) {
    if (!/model|points/.test(what) || !this.drawing.data?.offers) return;
    import("./edited_points.js").then(({ EditedPoints }) => (this.ahead ??= new EditedPoints()).follow(this.drawing));
  }

  /** Draw a graph; false where f has a field. */
  drawGraph(picture) {
    const { drawing, drawing: { store: { kept } } } = this;
    const isPale = kept?.picture.tube != null; // of the last good tube the curve stays, in grey
    if (!isPale && (!picture?.draw || picture.tube == null)) return false;
    const shown = isPale ? ownOf(kept.picture) : picture;
    Object.assign(drawing, { painted: picture, kept, slack: isPale ? [] : slackOf(picture, drawing.view) });
    drawing.tellKept(isPale ? kept.said : "");
    const ctx = drawing.wipe(drawing.below);
    this.curve(ctx, shown);
    if (!isPale) return true;
    this.pale(ctx);
    drawing.lines = null;
    return true;
  }

  /** In a graph alpha is a half disc above its point, and alpha* one below. */
  above(ctx, picture) {
    if (picture?.draw && picture.tube != null) this.halves(ctx, picture.pulls.map((pull) => [Math.max(pull, 0), Math.max(-pull, 0)]), picture.rank, picture.kernel);
  }
}

/** Let a board show machines. */
export function serve(board) { board.machine ??= new BoardMachine(board); }

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
