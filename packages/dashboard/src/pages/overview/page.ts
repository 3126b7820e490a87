import { House } from "lucide-react";
import type { Page } from "../../shell/pages.ts";

export const page: Page = {
  path: "/",
  order: 1,
  icon: House,
  load: async () => (await import("./overview.tsx")).Overview,
};
