import { MessageSquare } from "lucide-react";
import type { Page } from "../../shell/pages.ts";

export const page: Page = {
  path: "/chat",
  order: 2,
  icon: MessageSquare,
  load: async () => (await import("./chat.tsx")).Chat,
};
