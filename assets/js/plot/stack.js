// In a narrow window panels stand one below the other, each as wide as the figure, names of lines above them in place of
// beside their ends, and no picture is higher than it is wide.

const [LEAST, SQUARE] = [280, 150]; // px of a panel's width: as high as it is wide, it needs less
const BOX = 0.8; // of its width is each of several scenes high
const [PHONE, BACK] = [480, 1.3]; // px; times the distance of the eye: beside a small box names of axes are long
const FLAT = 0.3; // of its width is a panel high at most along which a hand moves: two of them and a sentence fill a phone
const [ROOM, EDGE, ROW, AIR] = [300, 14, 18, 12]; // px of lines that are named beside their ends at least; of a margin without names; of a name; above it
const STROKES = { dash: "– –", dot: "· · ·", dashdot: "– ·", longdash: "— —", longdashdot: "— ·" };

/** The figure as it is shown in `width` pixels. */
export const narrowed = (figure, width) => fitted(stacked(headed(figure, width), width), width);

/** The same figure, where the names beside the ends of its lines leave no room for these with the names above. */
function headed(figure, width) {
  const { data, layout } = figure;
  const { l, r, t } = layout.margin ?? {};
  if (!(r > EDGE) || width - l - r >= ROOM || Object.values(layout).some((axis) => axis?.side === "right")) return figure;
  const names = [];
  const rest = data.map((trace) => {
    const { xaxis = "x", mode, x, textposition, textfont = {} } = trace;
    const { range, type, domain = [0, 1] } = layout[xaxis.replace("x", "xaxis")] ?? {};
    if (mode !== "text" || !range) return trace;
    const of = (values, k) => (Array.isArray(values) ? values[k] : values);
    const end = range[1] - 1e-6 * (range[1] - range[0]);
    const [out, kept] = [[], []];
    x.forEach((at, k) => (/right$/.test(of(textposition, k)) && (type === "log" ? Math.log10(at) : at) >= end ? out : kept).push(k));
    for (const k of out) names.push({ panel: domain[0], y: trace.y[k], text: trace.text[k].trim().replace("<br>", " "), color: of(textfont.color, k) });
    const left = (values) => (Array.isArray(values) ? kept.map((k) => values[k]) : values);
    return { ...trace, x: left(x), y: left(trace.y), text: left(trace.text), textposition: left(textposition), textfont: { ...textfont, color: left(textfont.color), size: left(textfont.size) } };
  });
  if (!names.length) return figure;

  const plot = layout.height - t - layout.margin.b;
  names.sort((one, other) => other.y - one.y);
  const panels = [...new Set(names.map(({ panel }) => panel))].map((x) => names.filter(({ panel }) => panel === x));
  const more = AIR + ROW * Math.max(...panels.map((own) => own.length));
  const titled = layout.annotations?.some(({ yref, y }) => yref === "paper" && y >= 1); // right above the panels
  const heads = panels.flatMap((own) => own.map(({ panel: x, text, color }, k) => {
    const { line } = [...data, ...layout.shapes ?? []].find(({ name, mode, type }) => name === text && (mode?.[0] === "l" || type === "line")) ?? {};
    return { x, y: 1 + ((titled ? t : 0) + more - AIR - ROW * (k + 1)) / plot, xref: "paper", yref: "paper", xanchor: "left", yanchor: "bottom", showarrow: false, text: `${STROKES[line?.dash] ?? "——"} ${text}`, font: { color, size: 13 } };
  }));
  const margin = { ...layout.margin, r: EDGE, t: t + more };
  return { data: rest, layout: { ...layout, margin, height: layout.height + more, annotations: [...(layout.annotations ?? []), ...heads] } };
}

/** The same figure, its panels stacked where they would get narrower than that. */
function stacked(figure, width) {
  const { data, layout } = figure;
  if (!layout.xaxis2) return figure;
  const { l, r, t, b } = layout.margin;
  const axes = (letter) => Object.keys(layout).filter((name) => name.startsWith(`${letter}axis`)).map((name) => [name, { domain: [0, 1], ...layout[name] }]);
  const [xs, ys] = [axes("x"), axes("y")];
  const lefts = [...new Set(xs.map(([, { domain }]) => domain[0]))].sort((p, q) => p - q);
  const square = ys.some(([, { scaleanchor }]) => scaleanchor);
  const narrowest = Math.min(...xs.map(([, { domain: [left, right] }]) => right - left)) * (width - l - r);
  if (lefts.length < 2 || narrowest >= (square ? SQUARE : LEAST)) return figure;

  const column = (name) => lefts.indexOf((layout[name].domain ?? [0])[0]);
  const beside = (/** @type {any[]} */ [name, { anchor }]) => column(`xaxis${anchor?.match(/\d+/) ?? name.match(/\d+/) ?? ""}`);
  const high = Math.min(layout.height - t - b, data.some(({ name }) => name === "sliding") ? FLAT * width : Infinity);
  const panels = lefts.map((left, c) => {
    const inside = ys.filter((axis) => beside(axis) === c).flatMap(([, { domain }]) => domain);
    const [low, top] = [Math.min(...inside), Math.max(...inside)];
    return { left, right: Math.max(...xs.filter(([name]) => column(name) === c).map(([, { domain }]) => domain[1])), low, height: high * (top - low), up: (y) => y };
  });
  const whole = panels.reduce((sum, { height }) => sum + height + t + b, -t - b);
  panels.reduce((from, panel) => {
    panel.up = (y) => (from - panel.height + (y - panel.low) * high) / whole;
    return from - panel.height - t - b;
  }, whole);

  const moved = { ...layout, height: whole + t + b };
  for (const [name, axis] of xs) moved[name] = { ...axis, domain: [0, 1] };
  for (const each of ys) {
    const [name, axis] = each;
    moved[name] = { ...axis, domain: axis.domain.map(panels[beside(each)].up) };
    if (axis.showticklabels === false && beside(each)) Object.assign(moved[name], { title: layout.yaxis.title, tickfont: layout.yaxis.tickfont, exponentformat: layout.yaxis.exponentformat, showticklabels: true });
  }
  moved.annotations = layout.annotations?.map((word) => {
    if (word.xref !== "paper" || word.yref !== "paper") return word;
    const { left, right, up } = panels.findLast((panel) => panel.left <= word.x) ?? panels[0];
    return { ...word, x: (word.x - left) / (right - left), y: up(word.y) };
  });
  return { data, layout: moved };
}

/** The same figure, no higher than a picture as wide as the window allows; what is neither square nor a scene stays as it is. */
function fitted(figure, width) {
  const { data, layout } = figure;
  const { scene, xaxis, yaxis, margin: { l, r, t, b } } = layout;
  if (scene) return { data, layout: below(layout, width) };
  if (layout.xaxis2 || !yaxis?.scaleanchor || !xaxis.range || !yaxis.range) return figure;
  const [across, up] = [xaxis, yaxis].map(({ range: [from, to] }) => Math.abs(to - from));
  return { data, layout: { ...layout, height: Math.min(layout.height, Math.ceil(((width - l - r) * up) / across) + t + b) } };
}

/** The same scenes, one below the other where they would get narrower than that; on a phone one is seen from farther away. */
function below(layout, width) {
  const scenes = Object.keys(layout).filter((name) => name.startsWith("scene"));
  const rows = width / scenes.length < SQUARE ? scenes.length : 1;
  const moved = { ...layout, height: rows > 1 ? rows * BOX * width : Math.min(layout.height, width) };
  scenes.forEach((name, k) => {
    const place = { x: [0, 1], y: [1 - (k + 1) / rows, 1 - k / rows] };
    if (rows > 1) moved[name] = { ...layout[name], domain: place };
    else if (width < PHONE) moved[name] = { ...layout[name], camera: farther(layout[name].camera) };
  });
  return moved;
}

const farther = (camera) => {
  const { eye, center } = camera;
  const away = Object.keys(eye).map((axis) => [axis, center[axis] + BACK * (eye[axis] - center[axis])]);
  return { ...camera, eye: Object.fromEntries(away) };
};
