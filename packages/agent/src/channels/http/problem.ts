import { FAULT_CODES, type FaultCode } from "@reeve/sdk";
import { z } from "zod";

/** A failure in the response format of RFC 9457. */
export const problemSchema = z.object({
  type: z.string().describe("A URL that describes this kind of error."),
  title: z.string().describe("A short description of this kind of error. It is always the same."),
  status: z.int().describe("The HTTP status code."),
  detail: z.string().describe("What failed in this request."),
  hint: z.string().optional().describe("How to fix the problem."),
  code: z.enum([...FAULT_CODES, "bug"]).describe("The error code for programs."),
  instance: z.string().describe("The requested path."),
  incident: z
    .string()
    .optional()
    .describe("The incident id. Search the log for it to see details."),
});

export type Problem = z.output<typeof problemSchema>;

/** A failure that has no more to it than its own status. */
export interface ProblemFacts {
  readonly code: FaultCode | "bug";
  readonly detail: string;
  readonly hint?: string | undefined;
  readonly incident?: string;
  /** Status, if it differs from the code's own. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const KINDS: Readonly<
  Record<Problem["code"], { readonly status: number; readonly title: string }>
> = {
  invalid: { status: 400, title: "The request is invalid" },
  denied: { status: 403, title: "This is not allowed" },
  missing: { status: 404, title: "The requested item does not exist" },
  conflict: { status: 409, title: "The state has changed" },
  exhausted: { status: 429, title: "A limit has been exceeded" },
  unavailable: { status: 503, title: "Something is unavailable or slow" },
  aborted: { status: 499, title: "The caller cancelled the request" },
  bug: { status: 500, title: "Internal error" },
};

/** Content type of a problem. */
export const PROBLEM_TYPE = "application/problem+json";

/** Returns whether a response is a problem. */
export function isProblem({ headers }: Response): boolean {
  return headers.get("content-type") === PROBLEM_TYPE;
}

/** Creates the problem response. `instance` is the requested path. */
export function answerProblem(instance: string, facts: ProblemFacts): Response {
  const problem = toProblem(instance, facts);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...facts.headers, "content-type": PROBLEM_TYPE },
  });
}

/** Returns the problem that describes a failure. */
export function toProblem(instance: string, facts: ProblemFacts): Problem {
  const { code, detail, hint, incident } = facts;
  const kind = KINDS[code];
  const status = facts.status ?? kind.status;
  return {
    type: `/docs#${code}`,
    title: kind.title,
    status,
    detail,
    ...(hint !== undefined && { hint }),
    code,
    instance,
    ...(incident !== undefined && { incident }),
  };
}
