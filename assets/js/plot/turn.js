// A scene turns with the arrow keys. Loaded by the figures that have one.

const STEP = Math.PI / 18; // of a turn by an arrow key
const TURNS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STEEPEST = 0.97 * (Math.PI / 2);

/** Let the arrow keys turn the scenes of a figure; `scenes(layout)` are their names. */
export function turnable(node, scenes) {
  node.tabIndex = 0;
  node.addEventListener("keydown", (event) => {
    const turn = TURNS[event.key];
    if (!turn || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const change = {};
    for (const name of scenes(node.layout)) change[`${name}.camera.eye`] = turned(node.layout[name].camera.eye, turn);
    globalThis.Plotly.relayout(node, change);
  });
}

function turned({ x, y, z }, [around, up]) {
  const far = Math.hypot(x, y, z);
  const angle = Math.atan2(y, x) + around * STEP;
  const height = Math.max(-STEEPEST, Math.min(STEEPEST, Math.asin(z / far) + up * STEP));
  return { x: far * Math.cos(height) * Math.cos(angle), y: far * Math.cos(height) * Math.sin(angle), z: far * Math.sin(height) };
}
