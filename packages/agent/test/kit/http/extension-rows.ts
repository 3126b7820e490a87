/** A request, its body, and with which status it is answered. */
export type Row = readonly [request: string, status: number, body?: unknown];

const DIGEST = "0".repeat(64);

/** Requests about MCP servers, skills and plugins. */
export const EXTENSION_ROWS: readonly Row[] = [
  ["GET /v1/mcp", 200],
  ["POST /v1/mcp/none/test", 404, {}],
  ["GET /v1/skills", 200],
  ["GET /v1/skills/trip-planner", 200],
  ["GET /v1/skills/none", 404],
  ["POST /v1/skill-inspections", 404, { source: "/no/such/skill" }],
  ["POST /v1/skill-inspections", 400, { source: "skill" }],
  ["POST /v1/skills", 404, { source: "/no/such/skill", digest: DIGEST }],
  ["POST /v1/skills", 400, { source: "/no/such/skill", digest: "0" }],
  ["PATCH /v1/skills/trip-planner", 200, { enabled: true }],
  ["DELETE /v1/skills/trip-planner", 403],
  ["DELETE /v1/skills/none", 404],
  ["POST /v1/mcp", 400, { name: "far" }],
  ["DELETE /v1/mcp/none", 404],
  ["POST /v1/mcp/none/login", 404, {}],
  ["POST /v1/mcp/none/logout", 404, {}],
  ["GET /v1/plugins", 200],
  ["POST /v1/plugin-inspections", 404, { source: "/no/such/plugin" }],
  ["POST /v1/plugin-inspections", 400, { source: "plugin" }],
  ["POST /v1/plugins", 404, { source: "/no/such/plugin", digest: DIGEST }],
  ["POST /v1/plugins", 400, { source: "/no/such/plugin", digest: "0" }],
  ["DELETE /v1/plugins/none", 404],
];
