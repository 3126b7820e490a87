import { ShieldCheck } from "lucide-react";
import type { Page } from "../../shell/pages.ts";

export const page: Page = {
  path: "/approvals",
  order: 3,
  icon: ShieldCheck,
  needs: "admin",
  load: async () => (await import("./approvals.tsx")).Approvals,
};
