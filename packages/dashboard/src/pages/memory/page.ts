import { Brain } from "lucide-react";
import type { Page } from "../../shell/pages.ts";

export const page: Page = {
  path: "/memory",
  order: 4,
  icon: Brain,
  load: async () => (await import("./memory.tsx")).Memory,
};
