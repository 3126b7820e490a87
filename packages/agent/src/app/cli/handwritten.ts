/**
 * Routes and commands that do not derive from a contract, with the reason. A test compares the
 * list with the gateway and the command line; the reference shows it.
 */
export const HANDWRITTEN_ROUTES: Readonly<Record<string, string>> = {
  "GET /": "serves a page for browsers",
  "GET /open": "signs in a browser and sets its cookie",
  "POST /v1/sign-out": "ends the browser session identified by the cookie",
  "GET /v1/me": "describes the request's own credentials",
  "POST /v1/message": "waits for a turn's reply, or streams it",
  "POST /message": "does the same under an older API's path",
  "POST /v1/sessions/{id}/turns": "streams a turn",
  "GET /v1/sessions/{id}/events": "streams a chat's events",
  "POST /v1/chat/completions": "implements OpenAI's API",
  "GET /v1/models": "implements OpenAI's API",
  "GET /v1/models/{id}": "implements OpenAI's API",
  "POST /v1/pauses": "applies everywhere by default; the gateway resolves the chat",
  "POST /v1/pauses/end": "applies everywhere by default; the gateway resolves the chat",
  "GET /files/{link}": "sends the bytes of a file",
  "GET /hooks/{name}": "lets a platform verify a channel",
  "POST /hooks/{name}": "receives raw bytes signed by the sender",
  "GET /healthz": "needs no token, so that monitors can call it",
  "GET /readyz": "needs no token, so that monitors can call it",
  "GET /metrics": "returns metrics in Prometheus format",
  "GET /openapi.json": "returns the OpenAPI document",
  "GET /docs": "serves a page for browsers",
  "GET /docs.css": "serves the stylesheet for /docs",
};

export const HANDWRITTEN_COMMANDS: Readonly<Record<string, string>> = {
  start: "runs the agent",
  chat: "streams turns in the terminal",
  setup: "asks questions, and works even if no agent can start",
  stop: "works with agents of other versions, and waits until the agent has stopped",
  status: "works even if no agent is running",
  agent: "works even if no agent is running",
  doctor: "checks the installation, even if no agent can start",
  why: "formats a message's timeline",
  completion: "prints a completion script for a shell",
  import: "reads a file",
  config: "reads and changes the file, even if no agent can start",
  backup: "resolves a path on this machine",
  restore: "replaces the database while no agent is running",
  history: "short for `reeve memory history`",
  undo: "short for `reeve memory undo`",
  pause: "short for `reeve pauses start`",
  resume: "short for `reeve pauses end`",
  open: "short for `reeve tokens link`",
};
