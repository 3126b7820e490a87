import { Repeat2 } from "lucide-react";
import type { Page } from "../../shell/pages.ts";

export const page: Page = {
  path: "/automation",
  order: 5,
  icon: Repeat2,
  load: async () => (await import("./automation.tsx")).Automation,
};
