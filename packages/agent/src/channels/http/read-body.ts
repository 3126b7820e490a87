import { Fault } from "@reeve/sdk";
import { parseJson } from "../../kernel/text/parse-json.ts";
import { answerProblem } from "./problem.ts";
import type { Route } from "./route.ts";

export interface ReadBody {
  readonly bytes: Uint8Array;
  /** Undefined where there was none, or where the route reads `bytes` itself. */
  readonly value: unknown;
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const FORM_TYPE = "multipart/form-data";
const NOTHING: ReadBody = { bytes: new Uint8Array(), value: undefined };

/** Reads a request's body, as far as the route takes one; a refusal is an answer. */
export async function readBody(
  request: Request,
  route: Route,
  maxBytes: number,
): Promise<ReadBody | Response> {
  const takesBody = route.body ?? route.form ?? route.isRaw;
  if (takesBody === undefined) return NOTHING;
  const { pathname } = new URL(request.url);
  const bytes = await readBytes(request, maxBytes);
  if (bytes === "too-large")
    return answerProblem(pathname, {
      code: "invalid",
      status: 413,
      detail: `The body is larger than ${maxBytes} bytes.`,
      hint: "Send a smaller body, or raise http.maxBodyBytes.",
      headers: { connection: "close" },
    });
  if (route.isRaw) return { bytes, value: undefined };
  if (bytes.length === 0) return { bytes, value: undefined };

  const type = mediaType(request);
  if (route.body && JSON_TYPE.test(type)) return { bytes, value: readJson(bytes) };
  if (route.form && type === FORM_TYPE) return { bytes, value: await readForm(request, bytes) };
  return answerProblem(pathname, {
    code: "invalid",
    status: 415,
    detail: type
      ? `The content-type ${type} is not supported here.`
      : "The body has no content-type.",
    hint: `Send ${acceptedTypes(route).join(" or ")}.`,
  });
}

/** The media types that a route's body may have. */
export function acceptedTypes(route: Route): readonly string[] {
  return [
    ...(route.body ? ["application/json"] : []),
    ...(route.form ? [FORM_TYPE] : []),
    ...(route.isRaw ? ["*/*"] : []),
  ];
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | "too-large"> {
  const announced = request.headers.get("content-length");
  if (Number(announced ?? 0) > maxBytes) return "too-large";
  if (announced !== null) return new Uint8Array(await request.arrayBuffer().catch(brokenOff));
  if (!request.body) return NOTHING.bytes;

  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      return "too-large";
    }
    chunks.push(value);
  }
}

function brokenOff(cause: unknown): never {
  throw new Fault("aborted", "The body is incomplete.", { cause });
}

function readJson(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString("utf8");
  const json = parseJson(text);
  if (json) return json.value;
  throw new Fault("invalid", "The body is not valid JSON.", {
    hint: "Send UTF-8, with names and strings in double quotes.",
  });
}

async function readForm(request: Request, bytes: Uint8Array): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type") ?? "";
  const form = await new Response(Buffer.from(bytes), { headers: { "content-type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw new Fault("invalid", "The body is not valid multipart/form-data.", {
        hint: "Let your HTTP client set the content-type header and its boundary.",
        cause,
      });
    });
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function mediaType(request: Request): string {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}
