/** Value at a moment, distinguished from others of its metric by labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric as Prometheus reads it. Names of counters end in `_total`, units are seconds and bytes. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly samples: readonly Sample[];
}

/** Content type of `formatMetrics` output. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Metrics in Prometheus' text format; those without a sample are left out. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ labels = {}, value }) => `${name}${toLabels(labels)} ${value}`),
        "",
      ].join("\n"),
    )
    .join("");
}

function toLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

/** A sum for each combination of labels, since the process began. */
export interface Counter {
  add(labels: Readonly<Record<string, string>>, value: number): void;
  readonly samples: readonly Sample[];
}

export function createCounter(): Counter {
  const sums = new Map<string, { labels: Readonly<Record<string, string>>; value: number }>();
  return {
    add(labels, value) {
      const key = JSON.stringify(labels);
      const known = sums.get(key);
      if (known) known.value += value;
      else sums.set(key, { labels, value });
    },
    get samples() {
      return [...sums.values()];
    },
  };
}
