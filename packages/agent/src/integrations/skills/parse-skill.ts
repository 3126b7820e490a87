import { Fault } from "@reeve/sdk";
import { parseDocument } from "yaml";
import { z } from "zod";
import { toSingleLine } from "../../kernel/text/truncate.ts";
import type { SkillManifest } from "../skills.ts";

/** The most bytes of a SKILL.md. */
export const MAX_SKILL_BYTES = 100_000;

const SPECIFICATION = "See https://agentskills.io/specification for the format.";

const line = (most: number) => z.string().trim().min(1).max(most).transform(toSingleLine);

const words = z
  .string()
  .max(2000)
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""));

const name = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    error: "a name has lowercase letters and digits, with single hyphens between them",
  });

const frontMatter = z.strictObject({
  name,
  description: line(1024),
  license: line(500).optional(),
  compatibility: line(500).optional(),
  "allowed-tools": words.optional(),
  metadata: z.record(z.string(), z.coerce.string().max(2000)).default({}),
});

/** Keys of `metadata` that Reeve reads; the specification leaves them to the products. */
const reeveMetadata = z.object({
  "reeve-hosts": words.optional(),
  "reeve-programs": words.optional(),
  "reeve-env": words.optional(),
  "reeve-tools": words.optional(),
});

const FENCED = /^\uFEFF?---\r?\n(?<yaml>[\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)(?<body>[\s\S]*)$/;

/** Reads a SKILL.md. Throws `invalid` with everything that is wrong with it. */
export function parseSkill(text: string): SkillManifest {
  const { yaml, body } = FENCED.exec(text)?.groups ?? {};
  if (yaml === undefined || body === undefined)
    throw invalid("it does not begin with YAML between two lines of ---");
  if (body.trim() === "") throw invalid("it has no instructions below its front matter");
  const document = parseDocument(yaml, { schema: "core", uniqueKeys: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw invalid(problem.message.split("\n")[0] ?? "");
  const parsed = frontMatter.safeParse(toPlain(document));
  if (!parsed.success) throw invalid(describe(parsed.error));
  const { metadata, "allowed-tools": tools = [], ...rest } = parsed.data;
  const own = reeveMetadata.safeParse(metadata);
  if (!own.success) throw invalid(describe(own.error));
  return {
    name: rest.name,
    description: rest.description,
    license: rest.license,
    compatibility: rest.compatibility,
    powers: { tools, hosts: own.data["reeve-hosts"] ?? [] },
    requires: {
      programs: own.data["reeve-programs"] ?? [],
      env: own.data["reeve-env"] ?? [],
      tools: own.data["reeve-tools"] ?? [],
    },
  };
}

/** Aliases could make a small text large. */
function toPlain(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw invalid("its front matter uses YAML aliases", cause);
  }
}

function describe(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}

function invalid(problem: string, cause?: unknown): Fault {
  return new Fault("invalid", `Invalid SKILL.md: ${problem}.`, { hint: SPECIFICATION, cause });
}
