import { useState } from "react";

export interface Bar {
  readonly label: string;
  /** One value for each series, stacked from the bottom. */
  readonly values: readonly number[];
}

interface BarChartProps {
  readonly bars: readonly Bar[];
  readonly series: readonly string[];
  /** The chart in a sentence, for people who do not see it. */
  readonly summary: string;
  readonly format: (value: number) => string;
}

const WIDTH = 720;
const HEIGHT = 240;
const LEFT = 64;
const BOTTOM = 28;
const TOP = 14;
/** The most labels below the bars that do not touch each other. */
const LABELS = 8;

/** Stacked bars as SVG. Colors are tokens, so themes and print need no code. */
export function BarChart({ bars, series, summary, format }: BarChartProps) {
  const [shown, setShown] = useState<number>();
  const highest = Math.max(...bars.map(({ values }) => sum(values)), Number.MIN_VALUE);
  const step = niceStep(highest / 4);
  const ticks = Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
  const top = ticks.at(-1) ?? step;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const slot = (WIDTH - LEFT) / bars.length;
  const width = Math.min(34, slot * 0.62);
  const every = Math.ceil(bars.length / LABELS);
  const selected = shown === undefined ? undefined : bars[shown];

  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={summary}
        onPointerLeave={() => setShown(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="grid" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 10} y={y(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {bars.map(({ label, values }, index) => {
          const x = LEFT + slot * index + (slot - width) / 2;
          const isDim = shown !== undefined && shown !== index;
          return (
            <g key={label} onPointerEnter={() => setShown(index)} className={isDim ? "dim" : ""}>
              <rect
                className="hit"
                x={LEFT + slot * index}
                y={TOP}
                width={slot}
                height={HEIGHT - TOP - BOTTOM}
              />
              {values.map((value, layer) => {
                const from = y(sum(values.slice(0, layer)));
                const to = y(sum(values.slice(0, layer + 1)));
                return (
                  <rect
                    key={series[layer]}
                    className={`series-${layer + 1}`}
                    x={x}
                    y={to}
                    width={width}
                    height={Math.max(0, from - to)}
                    rx={2}
                  />
                );
              })}
              {(bars.length - 1 - index) % every === 0 && (
                <text x={x + width / 2} y={HEIGHT - 8} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption>
        <ul className="legend">
          {series.map((name, index) => (
            <li key={name}>
              <i className={`series-${index + 1}`} />
              {name}
              {selected && <b>{format(selected.values[index] ?? 0)}</b>}
            </li>
          ))}
          {selected && <li className="end">{selected.label}</li>}
        </ul>
      </figcaption>
    </figure>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The next of 1, 2, 2.5, 5, 10 … above. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5, 10].find((nice) => nice * power >= value) ?? 10);
}
