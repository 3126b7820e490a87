/**
 * Routes and commands that do not derive from a contract, with the reason. A test compares the
 * list with the gateway and the command line; the reference shows it.
 */
export const HANDWRITTEN_ROUTES: Readonly<Record<string, string>> = {
  "GET /": "a page for browsers",
  "GET /open": "signs a browser in and sets its cookie",
  "POST /v1/sign-out": "ends a browser session by its cookie",
  "GET /v1/me": "describes the credentials of the request itself",
  "POST /v1/message": "waits for the answer of a turn, or streams it",
  "POST /message": "the same, under the path of an older API",
  "POST /v1/sessions/{id}/turns": "streams a turn",
  "GET /v1/sessions/{id}/events": "streams the events of a chat",
  "POST /v1/chat/completions": "OpenAI's protocol",
  "GET /v1/models": "OpenAI's protocol",
  "GET /v1/models/{id}": "OpenAI's protocol",
  "POST /v1/pauses": "everywhere by default; the gateway resolves the conversation",
  "POST /v1/pauses/end": "everywhere by default; the gateway resolves the conversation",
  "GET /hooks/{name}": "a platform verifies a channel",
  "POST /hooks/{name}": "raw bytes, signed by the sender",
  "GET /healthz": "open to monitors",
  "GET /readyz": "open to monitors",
  "GET /metrics": "Prometheus' text format",
  "GET /openapi.json": "the document itself",
  "GET /docs": "a page for browsers",
  "GET /docs.css": "a page for browsers",
};

export const HANDWRITTEN_COMMANDS: Readonly<Record<string, string>> = {
  start: "runs the agent",
  chat: "streams turns in the terminal",
  setup: "asks questions, and works where no agent can start",
  stop: "works with agents of other versions, and waits for the end",
  status: "answers where no agent runs",
  agent: "answers where no agent runs",
  doctor: "checks the installation, also where no agent can start",
  why: "formats the life of a message",
  completion: "completes the command line itself",
  import: "reads a file",
  config: "works on the file, also where no agent can start",
  backup: "resolves a path on this machine",
  restore: "replaces the database while no agent runs",
  history: "short for `reeve memory history`",
  undo: "short for `reeve memory undo`",
  pause: "short for `reeve pauses start`",
  resume: "short for `reeve pauses end`",
  open: "short for `reeve tokens link`",
};
