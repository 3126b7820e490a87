import { Settings } from "lucide-react";
import type { Page } from "../../shell/pages.ts";

export const page: Page = {
  path: "/settings",
  order: 8,
  icon: Settings,
  load: async () => (await import("./settings.tsx")).SettingsPage,
};
