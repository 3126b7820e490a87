import type { Probe, Services, ToolContext } from "@reeve/sdk";
import type { TelegramFile } from "../../integrations/telegram.ts";

/** Fields of tools that post: the connection records each call, so that none is made twice. */
export const POSTING = {
  replay: "probe",
  resultOrigin: "services",
  probe: (
    _: unknown,
    { telegram, callId }: ToolContext & Pick<Services, "telegram">,
  ): Promise<Probe> => telegram.probe(callId),
} as const;

/** Reads a file of the workspace to send it. */
export async function readFileToSend(
  path: string,
  { telegram, workspace }: Pick<Services, "telegram" | "workspace">,
): Promise<TelegramFile> {
  const data = await workspace.read(path, { maxBytes: telegram.maxFileBytes });
  return { name: path.split("/").at(-1) ?? path, data };
}
