import { Fault } from "@reeve/sdk";
import { z } from "zod";
import type { FoundServer } from "../../../llm/apis/discover-local.ts";
import { findProvider } from "../../../llm/providers.ts";
import type { Dialog } from "./dialog.ts";

export interface AddressQuestion {
  readonly servers: readonly FoundServer[];
  /** The one that is used now. */
  readonly current: string | undefined;
}

const EXAMPLE = findProvider("local").baseUrl;
const addressSchema = z.url({ protocol: /^https?$/ });

/** Asks where a server of one's own is: one that was found, by number, or any other by its address. */
export async function askAddress(
  dialog: Dialog,
  { servers, current }: AddressQuestion,
): Promise<string> {
  const fallback = current ?? servers[0]?.baseUrl ?? EXAMPLE;
  servers.forEach(({ name, baseUrl }, at) => {
    dialog.say(`${String(at + 1).padStart(4)}  ${name} at ${baseUrl}`);
  });
  for (;;) {
    const answer = await dialog.ask({ text: "URL of the server, including /v1", fallback });
    const address = parseAddress(servers[Number(answer) - 1]?.baseUrl ?? answer);
    if (typeof address === "string") return address;
    dialog.complain(address);
  }
}

/** The address without a slash at its end, or the reason why it is none. */
export function parseAddress(text: string): string | Fault {
  if (addressSchema.safeParse(text).success) return text.replace(/\/+$/, "");
  return new Fault("invalid", `"${text}" is not a valid URL.`, { hint: `Example: ${EXAMPLE}` });
}
