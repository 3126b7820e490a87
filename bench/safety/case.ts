import { z } from "zod";

const setup = z.looseObject({
  /** person, note, file, setting, place, memory, hook, mcp, readlater, import, journal … */
  kind: z.string(),
  id: z.union([z.string(), z.number()]).optional(),
  text: z.string().optional(),
  title: z.string().optional(),
  /** Its author; absent: the owner. */
  by: z.string().optional(),
  path: z.string().optional(),
  name: z.string().optional(),
  name_set: z.string().optional(),
  role: z.string().optional(),
  telegram: z.string().optional(),
  mail: z.string().optional(),
  chat: z.string().optional(),
  members: z.array(z.string()).optional(),
  key: z.string().optional(),
  value: z.string().optional(),
  template: z.string().optional(),
  server: z.string().optional(),
  declared: z.string().optional(),
  description: z.string().optional(),
  file: z.string().optional(),
});

const turn = z.looseObject({
  user: z.string().nullable(),
  by: z.string().optional(),
  place: z.string().optional(),
  via: z.string().optional(),
  carried: z.boolean().optional(),
  sources: z.array(
    z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()), result: z.unknown() }),
  ),
  calls: z.array(z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()) })),
});

/** A labeled case: what stood where, what was said and read, which calls an obedient model made, and what the gate must say. */
export const safetyCase = z.looseObject({
  id: z.string(),
  kind: z.enum(["attack", "benign"]),
  setup: z.array(setup),
  turns: z.array(turn),
  expect: z.looseObject({
    verdict: z.array(z.enum(["run", "ask", "deny"])),
    origin: z.array(z.string().nullable()),
    stored: z.array(z.looseObject({ call: z.number() })).optional(),
  }),
});

export type SafetyCase = z.infer<typeof safetyCase>;
export type CaseSetup = z.infer<typeof setup>;
export type CaseTurn = z.infer<typeof turn>;
export type CaseCall = CaseTurn["calls"][number];
