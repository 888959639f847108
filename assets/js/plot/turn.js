// A scene in three dimensions: whether it can be drawn, how it stays turned, its arrow keys.

const STEP = Math.PI / 18; // of a turn by an arrow key
const TURNS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STEEPEST = 0.97 * (Math.PI / 2);
const WIDE = 1.2; // of its height: a box and names
const BY_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;
let solid;

/** Whether this browser can draw a scene at all, which needs WebGL. */
export const drawable = () => (solid ??= !!document.createElement("canvas").getContext("webgl"));

// A scene has four pixels for each of the screen; where no graphics card fills them, one has to do.
function sparing() {
  const gl = document.createElement("canvas").getContext("webgl");
  const name = gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER;
  if (BY_PROCESSOR.test(gl.getParameter(name))) globalThis.Plotly.setPlotConfig({ plotGlPixelRatio: 1 });
}

/** Leave a scene turned as it is until Python turns it, and as wide as its place: its size follows its height. */
export function stay({ layout: old, clientWidth }, layout, height) {
  if (!old) sparing();
  for (const name of scenes(layout)) {
    if (old?.[name]?.uirevision === layout[name].uirevision) layout[name].camera = old[name].camera;
    const { domain } = layout[name];
    const { x: [left, right], y: [low, top] } = domain;
    const [middle, half] = [(low + top) / 2, Math.min(top - low, ((right - left) * clientWidth) / (WIDE * height)) / 2];
    domain.y = [middle - half, middle + half];
  }
}

const scenes = (layout) => Object.keys(layout).filter((name) => /^scene/.test(name));

/** Let the arrow keys turn the scenes of a figure; the wheel is the page's. */
export function turnable(node) {
  node.tabIndex = 0;
  node.addEventListener("wheel", (event) => event.stopPropagation(), { capture: true, passive: true });
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
