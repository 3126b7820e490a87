/** Every page and tab of the dashboard, by its address. */
export const PAGES = [
  "/",
  "/chat",
  ...tabs("/approvals", ["waiting", "decided", "grants"]),
  ...tabs("/memory", ["search", "confirm", "facts", "documents", "changes"]),
  "/memory?tab=search&q=tea",
  ...tabs("/automation", [
    "plans",
    "schedules",
    "reminders",
    "tasks",
    "rules",
    "notes",
    "reading",
    "webhooks",
  ]),
  "/automation?tab=schedules&view=calendar",
  "/usage",
  ...tabs("/extensions", ["plugins", "skills"]),
  ...tabs("/settings", [
    "model",
    "preferences",
    "tools",
    "tokens",
    "workspace",
    "people",
    "mcp",
    "undelivered",
    "log",
    "audit",
    "config",
  ]),
  "/settings?tab=tools&tool=workspace_delete",
  "/nowhere",
];

function tabs(path: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${path}?tab=${name}`);
}
