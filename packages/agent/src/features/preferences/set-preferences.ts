import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { findTimeZone } from "when-in-words/find-time-zone";
import type { ChatId } from "../../kernel/ids.ts";
import { LANGUAGES } from "../../kernel/languages.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { Preferences, QuietHours } from "../../store/people/preferences.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { briefingJob, briefingJobId } from "../../domains/briefing-job.ts";

/**
 * Changed preferences. Omitted fields stay; `null` resets a field to the config, or turns it off.
 */
export interface PreferenceChange {
  /** IANA name, a well-known city or an offset. */
  readonly timeZone?: string | null | undefined;
  /** Such as `22:00-07:00`. */
  readonly quiet?: string | null | undefined;
  readonly chat?: ChatId | null | undefined;
  /** `HH:MM` */
  readonly briefing?: string | null | undefined;
  /** BCP 47, such as `de` or `pt-BR`; must be a supported language. */
  readonly language?: string | null | undefined;
}

export interface SettingDeps extends Clock {
  readonly store: Store;
  /** Configured time zone. */
  readonly timeZone: string;
  /** Direct chat of the request: receives the briefing unless the person chose another. */
  readonly here: ChatId | undefined;
}

/** Changes a person's preferences and the job of their briefing. */
export async function setPreferences(
  person: Principal,
  change: PreferenceChange,
  deps: SettingDeps,
): Promise<Preferences> {
  const key = { tenant: person.tenant, person: person.id };
  return deps.store.commit("configure-place", async (tx) => {
    const before = await tx.preferences.of(key);
    const after: Preferences = {
      timeZone: changed(before.timeZone, change.timeZone, readTimeZone),
      quiet: changed(before.quiet, change.quiet, readQuiet),
      chat: changed(before.chat, change.chat, (chat) => chat),
      briefing: changed(before.briefing, change.briefing, readTime),
      language: changed(before.language, change.language, readLanguage),
    };
    await tx.preferences.put(key, after);
    await settleBriefing(tx, person, { ...deps, preferences: after });
    return tx.preferences.of(key);
  });
}

function changed<Value, Input>(
  before: Value | undefined,
  said: Input | null | undefined,
  read: (said: Input) => Value,
): Value | undefined {
  if (said === undefined) return before;
  return said === null ? undefined : read(said);
}

async function settleBriefing(
  tx: Repositories,
  { id, tenant, role }: Principal,
  {
    preferences,
    here,
    now,
    timeZone,
  }: Pick<SettingDeps, "here" | "now" | "timeZone"> & { readonly preferences: Preferences },
): Promise<void> {
  const known = await tx.jobs.byId(briefingJobId(id));
  if (preferences.briefing === undefined) {
    if (known) await tx.jobs.cancel(known.id);
    return;
  }
  const chat = preferences.chat ?? known?.chat ?? here;
  if (chat === undefined)
    throw new Fault("invalid", "There is no chat to send the briefing to.", {
      hint: "Set the briefing's time in the direct chat that should receive it.",
    });
  const job = briefingJob({
    tenant,
    person: id,
    role,
    chat,
    time: preferences.briefing,
    timeZone: preferences.timeZone ?? timeZone,
    now: now(),
  });
  if (await tx.jobs.add(job)) return;
  const { schedule, nextAt, state } = job;
  await tx.jobs.change(job.id, { schedule, nextAt, state, chat });
}

function readTimeZone(name: string): string {
  const zone = findTimeZone(name);
  if (zone !== undefined) return zone;
  throw new Fault("invalid", `"${name}" is not a known time zone.`, {
    hint: "Use an IANA name such as Europe/Lisbon, a large city, or an offset such as +03:00.",
  });
}

function readLanguage(tag: string): string {
  const [plain] = tag.toLowerCase().split(/[-_]/);
  if (LANGUAGES.some((language) => language === plain)) return tag;
  throw new Fault("invalid", `Built-in messages are not available in "${tag}".`, {
    hint: `Use one of ${LANGUAGES.join(", ")}. Replies always use the language you write in.`,
  });
}

function readQuiet(text: string): QuietHours {
  const [from, to, ...others] = text.split(/\s*(?:-|–|to)\s*/);
  if (from === undefined || to === undefined || others.length > 0)
    throw new Fault("invalid", `Cannot read "${text}" as quiet hours.`, {
      hint: "Use two times, such as 22:00-07:00.",
    });
  return { from: readTime(from), to: readTime(to) };
}

function readTime(text: string): string {
  const match = /^(\d{1,2})(?::(\d\d))?$/.exec(text.trim());
  const [, hours = "", minutes = "00"] = match ?? [];
  if (match && Number(hours) < 24 && Number(minutes) < 60)
    return `${hours.padStart(2, "0")}:${minutes}`;
  throw new Fault("invalid", `Cannot read "${text}" as a time of day.`, {
    hint: "Use HH:MM, such as 07:30.",
  });
}
