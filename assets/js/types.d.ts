// What travels between Python and the browser, and what the classes hold beside the fields that they begin with: their
// parts, which are the nodes with a `data-part` in assets/html, and what they take over from a header, an answer or a run.
// Only `tsc` reads this file; the reader of a module finds in it what the data is that the module gets.

export {};

declare global {
  /** x and y; no pair, since `map` forgets that it has two. */
  type Place = number[];
  type Polyline = Place[];
  /** f = -1, 0 and 1, each as polylines in pixels. */
  type Levels = Polyline[][];
  type Numbers = Float64Array | Float32Array;
  type Context = CanvasRenderingContext2D;
  type Canvas = HTMLCanvasElement;
  /** Of parts that show the same points: a name, or what a store has until it gets one. */
  type Group = string | symbol;
  /** A pair on the line of its step, as a hand drags it in a figure; `home`: back to where the step begins. */
  type Slide = { k: number; home?: boolean; i?: number; j?: number; alpha?: [number, number] };
  type LabStore = ReturnType<typeof import("./shared/store.js").lab>;
  type Machine = import("./machine/machine.js").Machine;
  type Tuning = import("./machine/tuning.js").Tuning;
  type PickingHand = typeof import("./player/picking.js");
  type BoardPart = import("./board/board.js").Board;
  type PlayerPart = import("./player/player.js").Player;
  type DrawingPart = import("./board/drawing.js").Drawing;
  /** Names a state of the page. */
  type Mark = string | number;
  type Send = (name: string, value: unknown) => void;
  type Stamp = (ctx: Context, place: Place, label: number, role: number, part?: number) => void;
  type Arrays = Record<string, any>;

  /** The square of the plane that is shown. */
  interface Square { x0: number; y0: number; size: number }

  /** A kernel by name, with those of these numbers that it has; of a random map also the frequencies. */
  interface Kernel {
    name: string;
    gamma: number;
    degree: number;
    zeta: number;
    order: number;
    machine?: string;
    waves?: Numbers;
  }

  /** How a kernel is drawn (shared/kernels.js). */
  interface Twin {
    add(F: Numbers, xs: Numbers, ys: Numbers, vectors: number[][], kernel: Kernel): void;
    width?: number;
    island?: number;
    effort?(kernel: Kernel, count: number, near: number): number;
    weights?(kernel: Kernel): number[];
    damp?(kernel: Kernel): number;
    straight?: boolean;
  }

  /** The plane inside a canvas (shared/paint.js). */
  interface View {
    span: number;
    size: number;
    type: number;
    bare: boolean;
    window: Square;
    left: number;
    top: number;
    place(at: Place): Place;
    plane(at: Place): Place;
    within(at: Place, rim: number): boolean;
  }

  interface Colours {
    ink: string;
    paper: string;
    pos: string;
    neg: string;
    grey: string;
    grid: string;
    font: string;
    i: string;
    j: string;
    violet: string;
    dark: boolean;
    table: Uint8ClampedArray;
  }

  /** Points with their ids, and the window that they lie in. */
  interface Points { X: Float64Array; y: Int8Array; ids: Int32Array; window: Square }

  /** How a run goes (ui/solve/recording.py): the algorithm's options and, of another machine than C-SVC, its numbers. */
  interface Way {
    machine?: { name: string; nu: number; epsilon: number };
    pairs?: number[][];
    rows?: number | null;
    shrinking?: boolean;
    solver?: string;
  }

  /** A question on its way to the solver (shared/store.js). */
  interface Question extends Points {
    version: number;
    kernel: Kernel;
    C: number | null;
    solver?: string;
    lang: string;
    way?: Way;
    end: boolean;
    stamp?: number;
    seq?: number;
    patience?: number;
  }

  /** The header of an answer (ui/solve/answer.py). */
  interface Answer {
    state: string;
    seq?: number;
    draw?: boolean;
    steps?: number;
    b?: number;
    title?: string;
    detail?: string;
    numbers?: { key: string; label: string; value: string }[];
    headline?: string;
    formula?: string;
    run?: string;
    outcome?: string;
    why?: string;
    w?: number[];
    tube?: number | null;
    alone?: boolean;
    common?: Place;
  }

  /** f as it is drawn, with the points that it belongs to: an answer with its request, or a state of a run. */
  interface Picture extends Partial<Question>, Partial<Answer> {
    alpha: number[] | Float64Array;
    coef: number[] | Float64Array;
    role?: number[] | Uint8Array;
    slack?: number[] | Float64Array;
    ghost?: Float64Array;
    rank: Map<number, number>;
    /** Of another machine than C-SVC: the coefficients, what pulls f up or down, and the points of a graph. */
    weights?: number[] | Float64Array;
    pulls?: number[] | Float64Array;
    places?: Float64Array;
    slackAt?(k: number): number;
  }

  /** A recorded run (ui/solve/playback_arrays.py) with what it is a run of. */
  /** Steps and curves of a recorded run. */
  interface Steps {
    pair: Uint32Array;
    move: Float64Array;
    b: Float64Array;
    told?: Numbers | null;
    dual: Float64Array;
    violation: Float64Array;
    step: Int32Array;
    primal: Float64Array;
    gap: Float64Array;
    costs?: Float64Array;
  }

  interface Run extends Points, Steps {
    run: string;
    kernel: Kernel;
    C: number | null;
    solver?: string;
    outcome?: string;
    bound?: number | [number, number] | null;
    lost?: string;
    stamp?: number;
    span?: number;
    /** From point, first and last step: who is set aside. */
    aside?: Int32Array;
    /** Of another machine than C-SVC: see machine/run_machine.js. */
    signs?: Int8Array;
    begun?: Float64Array;
    r?: Float64Array;
    /** Of a run with a fork: the step, whether the branch is on the board, and the curves of the other line. */
    fork?: number | null;
    branch?: boolean;
    other_dual?: Numbers;
    other_violation?: Numbers;
    other_step?: Int32Array;
    other_gap?: Numbers;
  }

  /** What a store (shared/store.js) holds beside the fields that it begins with. */
  interface StoreFields {
    kernel: Kernel;
    C: number | null;
    solver?: string;
    lang: string;
    limit: number;
    window: Square;
    revision: Mark | null;
    made?: Mark;
    opened?: Mark;
    path: string | false | null;
    linked?: boolean;
    careful?: boolean;
    way?: Way;
    ways?: Record<string, Way>;
    answer?: Answer;
    answered?: number;
    adopted?: number;
    picture: Picture | null;
    run?: any;
    moment?: { picture: Picture; untold: boolean; answer: Answer } | null;
    kept?: { picture: Picture; said: string } | null;
    lost?: any;
    good?: boolean;
    held?: boolean;
    joined?: number;
    tag?: string | null;
    before?: any;
    timer?: number;
    send: Send | null;
    scrubs?: (value: number, name?: string, stamp?: number) => boolean;
    drawing?: any;
    dials?: Iterable<any>;
  }

  /** What every component is sent (ui/component/board.py: `face`). */
  interface Header {
    lab?: string;
    lang?: string;
    words: Record<string, string>;
    hidden?: string[];
    projector?: boolean;
    marks?: string[];
    explains?: boolean;
    kernel?: Kernel;
  }

  /** Of what draws points: how they may be edited, and what for. */
  interface DrawingHeader extends Header {
    kernel: Kernel;
    editable: boolean;
    window: Square;
    axes: string[];
    units?: [name: string, mean: number, unit: number][];
    C: number | null;
    solver?: string;
    /** These three come back with what is sent. */
    revision: Mark;
    made?: Mark;
    opened: Mark;
    socket: string | false | null;
    limit: number;
    height: number;
    link?: string;
    picked?: any;
    picking?: any;
    caption?: string;
    offers?: string;
    machine?: string | boolean;
    plain?: boolean;
    course?: string[];
    answer?: Answer;
    way?: Way;
    ways?: Record<string, Way>;
    careful?: boolean;
    panel?: boolean;
  }

  interface BoardHeader extends DrawingHeader {
    explained?: boolean;
    scrub?: string;
    letters?: [string, string];
    path?: { name: string; says: string; rows: number[]; worst: boolean };
  }

  interface PlayerHeader extends DrawingHeader {
    run: string;
    step: number;
    seek: string;
    asked: number;
    follow: string | null;
    reach: number | null;
    ticks: number | null;
    bound: number | [number, number] | null;
    outcome: string;
    kept: string;
    tuned: boolean;
    fork?: number | null;
  }

  interface TimelineHeader extends Header {
    C: number | null;
    bound: number | [number, number] | null;
    solver?: string;
    machine: boolean;
    plain: boolean;
    way: Way | null;
    run: string | null;
    outcome?: string;
    fork: number | null;
    step: number | null;
    picks: boolean;
    picked: number[];
    seek: string;
  }

  /** One number of a panel or of sliders (ui/component/sliders.py). */
  interface Dial {
    name: string;
    symbol: string;
    scale: "log" | "whole" | "whole log" | "linear";
    value: number | null;
    low: number;
    high: number;
    allowed: [number, number];
    usual: number;
    word?: string;
  }

  /** A figure that Plotly drew: what we use of it is its own, and in no type of the language. */
  interface PlotlyNode extends HTMLElement {
    data: any[];
    layout: any;
    calcdata: any[];
    _fullLayout: any;
    on(event: string, listener: (event: any) => void): void;
    again?(): void;
    unseen?: boolean;
  }
  var Plotly: any;
  var stopping: Promise<void> | undefined;
  var __lab: Debug;

  /** What is measured with ?debug=1. */
  interface Debug { mounts: number; answers: number; latency: number[]; paints: number[]; grid?: number }

  interface Slot extends HTMLElement { model?: Element }

  /** Our own events between parts. */
  interface WindowEventMap {
    "lab-point": CustomEvent<{ group: Group; i: number }>;
    "lab-pick": CustomEvent<{ group: Group; i: number }>;
    "lab-run": CustomEvent<{ group: Group; lab: string; length: number }>;
    "lab-step": CustomEvent<{ lab: string; k: number }>;
    "lab-slide": CustomEvent<Slide>;
    "lab-hand": Event;
    "lab-line": CustomEvent<any>;
  }

  /** What is clicked is an element. */
  interface MouseEvent { readonly target: HTMLElement }
  interface PointerEvent { readonly target: HTMLElement }

  interface HTMLOutputElement { now?: (() => string) | undefined; then?: number }
}

type BoardMachine = import("./machine/board_machine.js").BoardMachine;
type RunMachine = import("./machine/run_machine.js").RunMachine;
type Playback = import("./player/playback.js").Playback;
type Button = HTMLButtonElement;
type Input = HTMLInputElement;

declare module "./shared/component.js" {
  interface Part {
    heard(what?: string): void;
    update(data: any, arrays: any, send: Send): unknown;
    legend: HTMLDetailsElement;
    sent: Header | null;
    words: Record<string, string>;
  }
}

declare module "./shared/store.js" {
  interface Store extends StoreFields {}
}

declare module "./shared/solver_socket.js" {
  interface SolverSocket {
    encode: (request: Question) => Uint8Array<ArrayBuffer>;
    onAnswer: (header: Answer, arrays: Arrays, request: Question) => void;
    onLost?: () => void;
    socket: WebSocket | null;
    flying?: Question | null;
    waiting?: Question | null;
    path?: string;
    timer?: number;
    later?: number | null;
  }
}

declare module "./board/drawing.js" {
  interface Drawing {
    above: Canvas;
    below: Canvas;
    stage: HTMLElement;
    tools: HTMLElement;
    tip: HTMLElement;
    who: HTMLElement;
    sum: HTMLElement;
    terms: HTMLElement;
    notice: HTMLElement;
    voice: HTMLOutputElement;
    data: any;
    view: View;
    colours: Colours;
    stamp: Stamp;
    editable: boolean;
    group: Group;
    side: number;
    ratio: number;
    frame?: number;
    painted?: Picture | null;
    stale?: boolean;
    lines: Levels | null;
    slack: Polyline[];
    kept: any;
    waiting?: number;
    tipAt?: Place | null;
    paint(still?: boolean): void;
  }
}

declare module "./board/board.js" {
  interface Board {
    data: BoardHeader;
    machine: BoardMachine | null;
    caption: HTMLElement;
    resting?: number;
    beside?: any;
    early?: any;
    read?: any;
  }
}

declare module "./board/handles.js" {
  interface Handles {
    arrays: Arrays;
    first: HTMLElement;
    second: HTMLElement;
    both?: HTMLElement;
    ground(ctx: Context): void;
    over(ctx: Context): void;
  }
}

declare module "./board/line.js" {
  interface Line { readout: HTMLElement; found?: any; edges?: [string, Polyline[]][] }
}

declare module "./board/light.js" {
  interface Light {
    card: HTMLElement;
    title: HTMLElement;
    detail: HTMLElement;
    numbers: HTMLElement;
    hidden: string[];
    timer?: number;
    next?: number | null;
    shown?: any;
    follow?: (answer?: Answer) => void;
  }
}

declare module "./board/legend.js" {
  interface Legend { tools: HTMLElement }
}

declare module "./board/gestures.js" {
  interface Gestures {
    board: any;
    canvas: Canvas;
    brush?: import("./board/brush.js").Brush;
    drag?: { tool: string; from: Place; i: number; met: number; tap: boolean; moving?: boolean } | null;
    press?: number;
  }
}

declare module "./player/run_board.js" {
  interface RunBoard {
    data: PlayerHeader;
    machine: RunMachine | null;
    alphas: Canvas;
    course: Canvas;
    recorded: Run;
    playback: Playback;
    kernel: Kernel;
    at: number;
    reach: number;
    playing: boolean;
    width: number;
    square: { width: number; height: number };
    top: number;
    ranks: Map<number, number>;
    coef: number[] | Float64Array | null;
    b: number;
    F: Float64Array;
    n: number;
    drawn: number;
    alpha: Float64Array;
    pair: number[];
    plotted: OffscreenCanvas | null | void; // undefined: plotted on the canvas itself
    strange: boolean;
    draw(still?: boolean): void;
  }
}

declare module "./player/player.js" {
  interface Player {
    buttons: HTMLElement;
    flag: Button;
    flags: HTMLElement;
    slider: Input;
    speed: HTMLSelectElement;
    start: Button;
    where: HTMLElement;
    look?: string;
    sought?: string;
    strayed?: boolean;
    ahead?: boolean;
    resting?: number;
    slid?: number | null;
  }
}

declare module "./player/timeline.js" {
  interface Timeline {
    data: TimelineHeader;
    arrays: Arrays;
    send: Send;
    buttons: HTMLElement;
    flag: HTMLElement;
    slider: Input;
    speed: HTMLSelectElement;
    start: Button;
    voice: HTMLOutputElement;
    where: HTMLElement;
    run: Run | null;
    playback?: Playback;
    sought?: string;
  }
}

declare module "./player/playback.js" {
  interface Playback extends Steps {
    run: string;
    y: Int8Array;
    C: number;
  }
}

declare module "./machine/board_machine.js" {
  interface BoardMachine { ahead?: import("./machine/edited_points.js").EditedPoints }
}

declare module "./form/slider.js" {
  interface Slider extends Dial {
    part: import("./shared/component.js").Part;
    cell: HTMLElement;
    label: HTMLLabelElement;
    heading: HTMLElement;
    sign: HTMLElement;
    typed: Input;
    range: Input;
    said: HTMLElement;
    take: (value: number, options: { slides?: boolean; stamp?: number }) => void;
    to: (value: number) => number;
    back: (value: number) => number;
    place: number;
  }
}

declare module "./form/panel.js" {
  interface Panel {
    kernel: HTMLSelectElement;
    numbers: HTMLElement;
    hard: Input;
    soft: Input;
    hidden: string[];
    kernels: Record<string, string[]>;
    formula: string;
    offers?: string;
    lang: string;
    ahead?: import("./form/ahead.js").Ahead;
  }
}

declare module "./form/updates.js" {
  interface Updates {
    base?: string;
    seq?: number;
    lang: string;
    offers?: string;
    send: Send;
    waiting?: any;
    resting?: number;
    patience?: number;
  }
}

declare module "./form/beats.js" {
  interface Beats {
    back: Button;
    on: Button;
    said: HTMLElement;
    told: HTMLElement;
    number: number;
    send: Send;
  }
}

declare module "./form/task.js" {
  interface Task { shut: Button; task: HTMLElement; number: number; send: Send }
}

declare module "./plot/plot.js" {
  interface Plot { figure: PlotlyNode; send: Send; last: any; painted?: string | null; width?: number; drawing?: Promise<void> }
}

declare module "./plot/live_table.js" {
  interface LiveTable { head: HTMLElement; body: HTMLElement; last: any; page: any; shown: any; timer: any }
}

declare module "./plot/said.js" {
  interface Said { last: any; send: Send }
}
