import type { Access, Scope } from "@reeve/sdk";
import type { OverrideTarget, ToolOverride } from "../../../kernel/tool-override.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { ChatEvent } from "../../../kernel/chat-event.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { Repositories } from "../../../store/store.ts";
import { appendEvents } from "../../events/append-events.ts";
import type { CurrentOverrides } from "./current-overrides.ts";
import type { Caller } from "../../control.ts";
import type { TurnDeps } from "../deps.ts";

/** Fields of an override to change; absent ones stay. `default`: as the tool declares it. */
export interface OverrideChange {
  readonly enabled?: boolean | undefined;
  readonly scope?: Scope | "default" | undefined;
  readonly access?: Access | "default" | undefined;
  readonly approval?: "always" | "default" | undefined;
}

interface ChangeDeps extends Pick<TurnDeps, "store" | "events" | "clock"> {
  readonly overrides: CurrentOverrides;
  readonly caller: Caller;
  /** Where it is told. */
  readonly told: Chat | undefined;
}

/** Sets the override of a tool or a category; returns what is in force after the commit. */
export async function changeOverride(
  target: OverrideTarget,
  change: OverrideChange,
  { store, events, clock, overrides, caller: { person }, told }: ChangeDeps,
): Promise<ToolOverride> {
  const { override, facts } = await store.commit("override-tools", (tx) =>
    putOverride(tx, { target, change }, { person, told, now: clock.now() }),
  );
  overrides.forget();
  if (told) events.publish(told, facts);
  return override;
}

interface PutOptions {
  readonly person: Principal;
  /** Where it is told. */
  readonly told: Chat | undefined;
  readonly now: number;
}

/** The same in the caller's transaction; after the commit, publish the facts and forget current overrides. */
export async function putOverride(
  tx: Repositories,
  { target, change }: { readonly target: OverrideTarget; readonly change: OverrideChange },
  { person, told, now }: PutOptions,
): Promise<{ readonly override: ToolOverride; readonly facts: readonly ChatEvent[] }> {
  const before = await tx.overrides.byTarget(person.tenant, target);
  const override: ToolOverride = {
    ...target,
    isDisabled: change.enabled === undefined ? (before?.isDisabled ?? false) : !change.enabled,
    scope: chosen(change.scope, before?.scope),
    access: chosen(change.access, before?.access),
    approval: chosen(change.approval, before?.approval),
    setBy: person.id,
    setAt: now,
  };
  if (saysNothing(override)) await tx.overrides.remove(person.tenant, target);
  else await tx.overrides.put(person.tenant, override);
  const body = {
    type: "tools-change",
    [target.kind]: target.name,
    where: target.chat === null ? "everywhere" : "here",
    now: describeOverride(override),
    by: person.name,
  } as const;
  const facts = told ? await appendEvents(tx, told.id, { bodies: [body], at: now }) : [];
  return { override, facts };
}

/** In words, such as "off, access admin, asked about each time". */
export function describeOverride({
  isDisabled,
  scope,
  access,
  approval,
}: Pick<ToolOverride, "isDisabled" | "scope" | "access" | "approval">): string {
  const said = [
    ...(isDisabled ? ["off"] : []),
    ...(scope ? [`scope ${scope}`] : []),
    ...(access ? [`access ${access}`] : []),
    ...(approval ? ["needs approval each time"] : []),
  ];
  return said.join(", ") || "as declared";
}

function chosen<Value extends string>(
  wanted: Value | "default" | undefined,
  before: Value | null | undefined,
): Value | null {
  if (wanted === undefined) return before ?? null;
  return isDefault(wanted) ? null : wanted;
}

function isDefault(wanted: string): wanted is "default" {
  return wanted === "default";
}

function saysNothing({ isDisabled, scope, access, approval }: ToolOverride): boolean {
  return !isDisabled && scope === null && access === null && approval === null;
}
