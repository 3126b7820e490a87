import type { Scope, Tool } from "@reeve/sdk";
import type { Address } from "../kernel/envelope.ts";
import { isAtLeast, type Role } from "../kernel/principal.ts";
import type { OverrideTarget, ToolOverride } from "../kernel/tool-override.ts";

/** Role and kind of chat that an override is checked against. */
interface OverrideRequest {
  readonly role: Role;
  readonly kind: Address["kind"];
}

/** Returns the category of a tool: the first word of its name. */
export function categoryOf(name: string): string {
  return name.split("_")[0] ?? name;
}

/** Returns the overrides that name the tool or its category. */
export function overridesFor<One extends OverrideTarget>(
  name: string,
  overrides: readonly One[],
): readonly One[] {
  const category = categoryOf(name);
  return overrides.filter((one) => one.name === (one.kind === "tool" ? name : category));
}

/** Returns why this role may not use a tool here; undefined if no override denies it. */
export function findOverrideDenial(
  { name }: Pick<Tool, "name">,
  { role, kind }: OverrideRequest,
  overrides: readonly ToolOverride[],
): string | undefined {
  const naming = overridesFor(name, overrides);
  const off = naming.find(({ isDisabled }) => isDisabled);
  if (off) return `${whatIs(off)} turned off${whereIs(off)}. ${TOOL_OFF_NOTE}`;
  const reserved = naming.find(
    ({ access }) => access !== null && access !== "anyone" && !isAtLeast(role, access),
  );
  if (reserved)
    return `${whatIs(reserved)} limited to the role ${reserved.access} or above${whereIs(reserved)}; the requester's role is ${role}.`;
  const bound = naming.find(({ scope }) => scope !== null && !isWithin(scope, { role, kind }));
  if (bound)
    return `${whatIs(bound)} limited to the scope "${bound.scope}"${whereIs(bound)}. ${TOOL_OFF_NOTE}`;
  return undefined;
}

/** Returns whether each call of a tool needs an approval. */
export function isAlwaysAsked(
  { name }: Pick<Tool, "name">,
  overrides: readonly ToolOverride[],
): boolean {
  return overridesFor(name, overrides).some(({ approval }) => approval === "always");
}

/** Returns whether a scope includes this role in this kind of chat. */
function isWithin(scope: Scope, { role, kind }: OverrideRequest): boolean {
  switch (scope) {
    case "always":
      return true;
    case "dm-only":
      return kind === "direct";
    case "group-only":
      return kind !== "direct";
    case "admin-only":
      return isAtLeast(role, "admin");
  }
}

const TOOL_OFF_NOTE = "Say so instead of trying another way.";

function whatIs({ kind, name }: OverrideTarget): string {
  return kind === "tool" ? `${name} is` : `All ${name} tools are`;
}

function whereIs({ chat }: OverrideTarget): string {
  return chat === null ? "" : " in this chat";
}
