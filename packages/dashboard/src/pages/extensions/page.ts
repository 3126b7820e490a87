import { Puzzle } from "lucide-react";
import type { Page } from "../../shell/pages.ts";

export const page: Page = {
  path: "/extensions",
  order: 7,
  icon: Puzzle,
  needs: "admin",
  load: async () => (await import("./extensions.tsx")).Extensions,
};
