import type { Frame } from "./record-profile.ts";

const WIDTH = 1200;
const ROW = 17;
const LETTER = 6.2;
/** Frames narrower than this are left out, in pixels. */
const MIN_WIDTH = 2;

/** Parts of the code, by the path or name that begins with it. */
const KINDS: readonly (readonly [prefix: string, kind: string])[] = [
  ["native", "native"],
  ["packages/agent/src/store", "store"],
  ["packages/agent/src/core", "core"],
  ["packages/", "other"],
];

/** Draws a flame graph as SVG: the callers at the bottom, the width of a frame its share of the CPU time. */
export function drawFlames(whole: Frame, title: string): string {
  const boxes: string[] = [];
  let deepest = 0;
  const draw = (frame: Frame, left: number, depth: number) => {
    const width = (frame.samples / whole.samples) * WIDTH;
    if (width < MIN_WIDTH) return;
    deepest = Math.max(deepest, depth);
    boxes.push(boxOf(frame, { left, width, depth, share: frame.samples / whole.samples }));
    let at = left;
    for (const call of byName(frame)) {
      draw(call, at, depth + 1);
      at += (call.samples / whole.samples) * WIDTH;
    }
  };
  draw(whole, 0, 0);
  const height = (deepest + 1) * ROW + 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${-height} ${WIDTH} ${height}" role="img" aria-labelledby="title" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="10.5">
  <title id="title">${escape(title)}</title>
  <style>
    rect { stroke: #ffffff; stroke-width: 0.5; }
    text { fill: #1f2328; }
    .all { fill: #d0d7de; }
    .native { fill: #ffb77c; }
    .store { fill: #aceebb; }
    .core { fill: #b6e3ff; }
    .other { fill: #e2c5ff; }
    .library { fill: #fff8c5; }
  </style>
${boxes.join("\n")}
</svg>
`;
}

interface Place {
  readonly left: number;
  readonly width: number;
  readonly depth: number;
  readonly share: number;
}

function boxOf({ name, where }: Frame, { left, width, depth, share }: Place): string {
  const x = left.toFixed(1);
  const y = -(depth + 1) * ROW;
  const letters = Math.floor((width - 4) / LETTER);
  const label = letters < 3 ? "" : name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
  const text = label && `<text x="${(left + 2).toFixed(1)}" y="${y + 12}">${escape(label)}</text>`;
  const said = `${name} ${where} (${(share * 100).toFixed(1)} %)`;
  return `  <g><title>${escape(said)}</title><rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" class="${kindOf(where)}"/>${text}</g>`;
}

function kindOf(where: string): string {
  if (where === "") return "all";
  return KINDS.find(([prefix]) => where.startsWith(prefix))?.[1] ?? "library";
}

function byName({ calls }: Frame): readonly Frame[] {
  return [...calls.values()].toSorted((one, other) => other.samples - one.samples);
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
