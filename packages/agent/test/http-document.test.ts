import { expect, test } from "vitest";
import { z } from "zod";
import { streamEventSchema } from "@reeve/operations/stream-events";
import { openHttp } from "./kit/http/open-http.ts";

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.looseObject({ name: z.string(), in: z.string(), schema: z.looseObject({}) }),
  ),
  responses: z.record(z.string(), z.looseObject({ description: z.string().min(1) })),
});

const document = z.looseObject({
  openapi: z.literal("3.1.0"),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.looseObject({ Problem: z.looseObject({ required: z.array(z.string()) }) }),
  }),
});

test("every route that is mounted is in the document and on the page, and no other", async () => {
  await using http = await openHttp();
  const { paths } = document.parse((await http.ask("GET", "/openapi.json")).body);
  const told = Object.entries(paths).flatMap(([path, found]) =>
    Object.keys(found).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const mounted = http.routes.map(({ method, path }) => `${method} ${path}`);
  expect(told.toSorted()).toEqual(mounted.toSorted());
  expect(new Set(mounted).size).toBe(mounted.length);

  const page = String((await http.ask("GET", "/docs")).body);
  expect(mounted.filter((route) => !page.includes(`<h3>${route} `))).toEqual([]);
});

test("what a route takes is in the document: parameters, body, scope, and how it fails", async () => {
  await using http = await openHttp();
  const { paths, components } = document.parse((await http.ask("GET", "/openapi.json")).body);
  for (const { path, method, params, scope } of http.routes) {
    const found = paths[path]?.[method.toLowerCase()];
    const inPath = found?.parameters.filter((one) => one.in === "path").map(({ name }) => name);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([path, inPath]).toEqual([path, named]);
    expect([path, Object.keys(params?.shape ?? {})]).toEqual([path, named]);
    const open = scope === "open";
    expect(found?.security).toEqual(open ? [] : [{ header: [] }, { bearer: [] }, { cookie: [] }]);
    expect(Object.keys(found?.responses ?? {})).toEqual(
      expect.arrayContaining(open ? ["400", "500"] : ["400", "401", "403", "500"]),
    );
  }
  const ids = Object.values(paths).flatMap((found) =>
    Object.values(found).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(components.schemas.Problem.required).toEqual([
    "type",
    "title",
    "status",
    "detail",
    "code",
    "instance",
  ]);
});

test("everything that is referred to is there", async () => {
  await using http = await openHttp();
  const { body } = await http.ask("GET", "/openapi.json");
  const { schemas } = document.parse(body).components;
  const text = JSON.stringify(body);
  const refs = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = ""]) => ref);
  const names = refs.map((ref) => ref.replace("#/components/schemas/", ""));
  expect(names.filter((name) => !(name in schemas))).toEqual([]);
});

test("a route says what its fields, body and answer are", async () => {
  await using http = await openHttp();
  const { paths } = document.parse((await http.ask("GET", "/openapi.json")).body);
  expect(paths["/v1/tokens/{id}"]?.["delete"]).toMatchObject({
    operationId: "deleteV1TokensId",
    "x-scope": "admin",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string", minLength: 1 } },
    ],
    responses: { 204: { description: "Done." } },
  });
  expect(paths["/v1/tokens"]?.["get"]?.parameters).toEqual([
    {
      name: "limit",
      in: "query",
      required: false,
      description: "The maximum number of items per page.",
      schema: { type: "integer", minimum: 1, maximum: 200, default: 50 },
    },
    {
      name: "cursor",
      in: "query",
      required: false,
      description: "The value of `next` from the previous page. Default: the first page.",
      schema: { type: "string", pattern: "^[\\w-]+$", maxLength: 500 },
    },
  ]);
  expect(paths["/v1/tokens"]?.["post"]).toMatchObject({
    requestBody: {
      required: true,
      content: { "application/json": { schema: { type: "object", required: ["name"] } } },
    },
    responses: { 201: { content: { "application/json": { schema: { type: "object" } } } } },
  });
});

test("what is told of a stream is in the document, event by event", async () => {
  await using http = await openHttp();
  const { paths } = document.parse((await http.ask("GET", "/openapi.json")).body);
  const contentOf = (path: string, method: string) =>
    z
      .record(z.string(), z.looseObject({ schema: z.looseObject({}) }))
      .parse(paths[path]?.[method]?.responses["200"]?.["content"]);

  const turn = contentOf("/v1/sessions/{id}/turns", "post");
  expect(Object.keys(turn)).toEqual(["application/json", "text/event-stream"]);
  const listed = contentOf("/v1/sessions/{id}/events", "get");
  expect(listed["text/event-stream"]).toEqual(turn["text/event-stream"]);
  const names = [...JSON.stringify(listed).matchAll(/"const":"(agent\.stream\.\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(new Set(names)).toEqual(
    new Set(streamEventSchema.options.map(({ shape }) => shape.event.value)),
  );
  const chat = contentOf("/v1/chat/completions", "post");
  expect(Object.keys(chat)).toEqual(["application/json", "text/event-stream"]);
});
