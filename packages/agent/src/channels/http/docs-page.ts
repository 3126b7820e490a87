import type { Route } from "./route.ts";

/** The page that tells people of the routes. It holds no script, and loads nothing but `/docs.css`. */
export function formatDocs(routes: readonly Route[], version: string): string {
  const tags = Map.groupBy(routes, ({ tags: [first = "other"] }) => first);
  const names = [...tags.keys()].toSorted();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reeve ${escapeHtml(version)}: HTTP API</title>
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header>
<h1>Reeve ${escapeHtml(version)}</h1>
<p>The HTTP API. Machine-readable version: <a href="/openapi.json">/openapi.json</a>.</p>
<p>Create a token with <code>reeve tokens create &lt;name&gt;</code> and send it as
<code>Authorization: Bearer …</code> or <code>X-API-Token: …</code>. Sign a browser in with
<code>reeve open</code>.</p>
<nav>${names.map((name) => `<a href="#${slug(name)}">${escapeHtml(name)}</a>`).join(" ")} <a href="#failures">failures</a></nav>
</header>
<main>
${names.map((name) => formatTag(name, tags.get(name) ?? [])).join("\n")}
${FAILURES}
</main>
</body>
</html>
`;
}

/** The whole style of the page: it loads nothing from elsewhere. */
export const DOCS_STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
nav a { margin-right: 0.75rem; }
article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.5rem 0; }
h3 { font: 600 1rem ui-monospace, monospace; margin: 0.5rem 0; }
h3 span { opacity: 0.7; font-weight: 400; }
code { font-family: ui-monospace, monospace; }
table { border-collapse: collapse; }
td, th { text-align: left; padding: 0.15rem 1rem 0.15rem 0; vertical-align: top; }
:target { outline: 2px solid; outline-offset: 4px; }
`;

function formatTag(name: string, routes: readonly Route[]): string {
  return `<section id="${slug(name)}">
<h2>${escapeHtml(name)}</h2>
${routes.map(formatRoute).join("\n")}
</section>`;
}

function formatRoute(route: Route): string {
  const { method, path, summary, description, scope } = route;
  const fields = [...namesOf(route.params), ...namesOf(route.query)];
  return `<article>
<h3>${method} ${escapeHtml(path)} <span>${scope === "open" ? "no authentication" : `scope ${scope}`}</span></h3>
<p>${escapeHtml(summary)}${description === undefined ? "" : ` ${escapeHtml(description)}`}</p>
${fields.length > 0 ? `<table>${fields.map(formatField).join("")}</table>` : ""}
</article>`;
}

function namesOf(schema: Route["params"]): readonly (readonly [string, string])[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => [name, describe(field)]);
}

function describe(field: unknown): string {
  const isDescribed = typeof field === "object" && field !== null && "description" in field;
  return isDescribed && typeof field.description === "string" ? field.description : "";
}

function formatField([name, description]: readonly [string, string]): string {
  return `<tr><th><code>${escapeHtml(name)}</code></th><td>${escapeHtml(description)}</td></tr>`;
}

const FAILURES = `<section id="failures">
<h2>Errors</h2>
<p>Errors are returned as <code>application/problem+json</code>. Check <code>code</code> to handle them.</p>
<table>
<tr id="invalid"><th>invalid</th><td>The request is invalid. Correct it.</td></tr>
<tr id="denied"><th>denied</th><td>The token's scope, the person's role or a rule does not allow it.</td></tr>
<tr id="missing"><th>missing</th><td>The requested item does not exist.</td></tr>
<tr id="conflict"><th>conflict</th><td>The state has changed. Read it again.</td></tr>
<tr id="exhausted"><th>exhausted</th><td>A budget or rate limit has been exceeded. Try again later.</td></tr>
<tr id="unavailable"><th>unavailable</th><td>Something is down or slow. Try again soon.</td></tr>
<tr id="aborted"><th>aborted</th><td>The caller cancelled the request.</td></tr>
<tr id="bug"><th>bug</th><td>Internal error. The log has details under the incident id.</td></tr>
</table>
</section>`;

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
