import { z } from "zod";
import { DOCS_STYLE, formatDocs } from "../docs-page.ts";
import { toOpenApi } from "../openapi.ts";
import { defineOpenRoute, type Route } from "../route.ts";

const TAGS = ["documentation"];

/** Creates the routes that document all routes, including themselves. */
export function documentRoutes(
  listed: () => readonly Route[],
  { version }: { readonly version: string },
): readonly Route[] {
  return [
    defineOpenRoute({
      method: "GET",
      path: "/openapi.json",
      summary: "Return this API as an OpenAPI 3.1 document.",
      tags: TAGS,
      scope: "open",
      answers: { 200: z.record(z.string(), z.unknown()) },
      run: async () => toOpenApi(listed(), { version }),
    }),
    defineOpenRoute({
      method: "GET",
      path: "/docs",
      summary: "Show this API as a web page.",
      tags: TAGS,
      scope: "open",
      answers: { 200: { type: "text/html", description: "A page." } },
      run: async () => page(formatDocs(listed(), version), "text/html"),
    }),
    defineOpenRoute({
      method: "GET",
      path: "/docs.css",
      summary: "Return the API page's stylesheet.",
      tags: TAGS,
      scope: "open",
      answers: { 200: { type: "text/css", description: "A stylesheet." } },
      run: async () => page(DOCS_STYLE, "text/css"),
    }),
  ];
}

function page(text: string, type: string): Response {
  return new Response(text, { headers: { "content-type": `${type}; charset=utf-8` } });
}
