// The pair of a step on its line, as it is dragged in a figure.

import { terms } from "../shared/field.js";
import { SCRUBBED } from "./run_board.js";

/** Show the pair there on a player's board: b is the mean of the two that make E_i and E_j zero. @param {PlayerPart} player @param {Slide} pair */
export function along(player, { k, home, i, j, alpha: [alpha_i, alpha_j] = [0, 0] }) {
  if (home || player.playing || player.ahead || k !== player.k) return;
  clearTimeout(player.resting);
  const { playback, kernel, recorded: { X } } = player;
  const alpha = playback.alphaAt(k);
  [alpha[i], alpha[j]] = [alpha_i, alpha_j];
  const coef = alpha.map((a, n) => a * playback.y[n]);
  const offsets = [i, j].map((n) => playback.y[n] - terms(kernel, X, coef, 0, [X[2 * n], X[2 * n + 1]]).f);
  player.slid = k;
  player.show(alpha, (offsets[0] + offsets[1]) / 2, SCRUBBED);
}
