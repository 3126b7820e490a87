import { z } from "zod";
import { DOCS_STYLE, formatDocs } from "../docs-page.ts";
import { toOpenApi } from "../openapi.ts";
import { defineOpenRoute, type Route } from "../route.ts";

const TAGS = ["documentation"];

/** What tells of the routes, themselves included. */
export function documentRoutes(
  listed: () => readonly Route[],
  { version }: { readonly version: string },
): readonly Route[] {
  return [
    defineOpenRoute({
      method: "GET",
      path: "/openapi.json",
      summary: "This API as OpenAPI 3.1.",
      tags: TAGS,
      scope: "open",
      answers: { 200: z.record(z.string(), z.unknown()) },
      run: async () => toOpenApi(listed(), { version }),
    }),
    defineOpenRoute({
      method: "GET",
      path: "/docs",
      summary: "This API for people.",
      tags: TAGS,
      scope: "open",
      answers: { 200: { type: "text/html", description: "A page." } },
      run: async () => page(formatDocs(listed(), version), "text/html"),
    }),
    defineOpenRoute({
      method: "GET",
      path: "/docs.css",
      summary: "How the page for people looks.",
      tags: TAGS,
      scope: "open",
      answers: { 200: { type: "text/css", description: "A style sheet." } },
      run: async () => page(DOCS_STYLE, "text/css"),
    }),
    defineOpenRoute({
      method: "GET",
      path: "/",
      summary: "Leads browsers to the page for people.",
      tags: TAGS,
      scope: "open",
      answers: { 303: null },
      run: async () => new Response(null, { status: 303, headers: { location: "/docs" } }),
    }),
  ];
}

function page(text: string, type: string): Response {
  return new Response(text, { headers: { "content-type": `${type}; charset=utf-8` } });
}
