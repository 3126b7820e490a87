import type { HtmlMarks } from "../kit/read-html.ts";

/** Returns how Matrix marks its HTML for the account `self` of the agent. */
export function htmlMarks(self: string): HtmlMarks {
  const ends = [self, encodeURIComponent(self)].map((id) => `matrix.to/#/${id}`);
  return {
    quotation: "mx-reply",
    spoiler: "data-mx-spoiler",
    isSelf: (url) => ends.some((end) => url.endsWith(end)),
  };
}
