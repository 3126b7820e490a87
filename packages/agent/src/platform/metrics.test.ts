import { expect, test } from "vitest";
import { createCounter, formatMetrics } from "./metrics.ts";

test("metrics are written as Prometheus reads them, whatever stands in their labels", () => {
  const requests = createCounter();
  requests.add({ path: 'a"b\\c\nd', status: "200" }, 1);
  requests.add({ path: "/x", status: "404" }, 1);
  requests.add({ path: 'a"b\\c\nd', status: "200" }, 2);
  const text = formatMetrics([
    { name: "up", help: "Whether it runs.", type: "gauge", samples: [{ value: 1 }] },
    { name: "gone_total", help: "Nothing.", type: "counter", samples: [] },
    {
      name: "requests_total",
      help: "All\nof \\ them.",
      type: "counter",
      samples: requests.samples,
    },
  ]);
  expect(text).toBe(
    [
      "# HELP up Whether it runs.",
      "# TYPE up gauge",
      "up 1",
      "# HELP requests_total All\\nof \\\\ them.",
      "# TYPE requests_total counter",
      'requests_total{path="a\\"b\\\\c\\nd",status="200"} 3',
      'requests_total{path="/x",status="404"} 1',
      "",
    ].join("\n"),
  );
});
