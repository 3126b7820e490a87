import { ChartColumn } from "lucide-react";
import type { Page } from "../../shell/pages.ts";

export const page: Page = {
  path: "/usage",
  order: 6,
  icon: ChartColumn,
  load: async () => (await import("./usage.tsx")).Usage,
};
