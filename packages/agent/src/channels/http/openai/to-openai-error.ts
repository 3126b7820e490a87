import { z } from "zod";
import { type Problem, problemSchema } from "../problem.ts";

/** How clients of OpenAI's API are told of a failure: they choose their errors by status and code. */
export const openaiErrorSchema = z.object({
  error: z.object({
    message: z.string().describe("What failed, and how to fix it."),
    type: z.enum([
      "invalid_request_error",
      "authentication_error",
      "permission_error",
      "rate_limit_error",
      "server_error",
    ]),
    param: z.null(),
    code: z.string(),
  }),
});

type OpenaiError = z.output<typeof openaiErrorSchema>["error"];

/** The same failure in that form; status and other headers stay. */
export async function toOpenaiError(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.set("content-type", "application/json");
  const { status } = answer;
  const error = describeProblem(problemSchema.parse(await answer.json()));
  return new Response(JSON.stringify({ error }), { status, headers });
}

/** The inner part of that form, which also ends a stream that fails midway. */
export function describeProblem({ status, code, detail, hint }: Problem): OpenaiError {
  return {
    message: hint === undefined ? detail : `${detail} ${hint}`,
    type: typeOf(status),
    param: null,
    code: CODES[status] ?? code,
  };
}

/** As OpenAI calls them, where programs look for one. */
const CODES: Readonly<Record<number, string>> = {
  401: "invalid_api_key",
  403: "insufficient_permissions",
  404: "model_not_found",
  429: "rate_limit_exceeded",
};

function typeOf(status: number): OpenaiError["type"] {
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status >= 500 || status === 499 ? "server_error" : "invalid_request_error";
}
