import type { Texts } from "../../platform/texts.ts";
import type { ChannelHost } from "./channel-host.ts";
import { LINK_DAYS, type LinkedFile } from "./file-links.ts";

/** Returns the line that stands for a file that the platform does not accept: a link to it, if possible. */
export async function describeUnsent(
  { name, path }: LinkedFile,
  { linkTo, delivery }: Partial<Pick<ChannelHost, "linkTo">> & Pick<Texts, "delivery">,
): Promise<string> {
  const url = await linkTo?.({ name, path });
  return url === undefined
    ? delivery.fileRefused({ name })
    : delivery.fileLink({ name, url, days: LINK_DAYS });
}
