/** A piece of what a model wrote: text as it comes, or the whole inside of a tag. */
export type Piece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "body"; readonly tag: string; readonly text: string };

export interface TagSplitter {
  /** Takes the next piece of the stream. Holds back only what may be the beginning of a tag. */
  push(text: string): readonly Piece[];
  /** Gives what is left. A tag that was not closed counts as closed. */
  end(): readonly Piece[];
}

/**
 * Separates what stands in `<tag>…</tag>` from the text around it, while it
 * streams, in linear time. A closing tag without an opening one is left out.
 */
export function createTagSplitter(tags: readonly string[]): TagSplitter {
  const outside = tags.flatMap((tag) => [
    { mark: `<${tag}>`, opens: tag },
    { mark: `</${tag}>`, opens: undefined },
  ]);
  let pending = "";
  let open: string | undefined;
  let body: string[] = [];

  function push(text: string): readonly Piece[] {
    pending += text;
    const pieces: Piece[] = [];
    for (;;) {
      const marks = open === undefined ? outside : [{ mark: `</${open}>`, opens: undefined }];
      const found = firstOf(marks, pending);
      const cut = found?.at ?? pending.length - heldBack(marks, pending);
      const before = pending.slice(0, cut);
      if (open !== undefined) body.push(before);
      else if (before !== "") pieces.push({ type: "text", text: before });
      pending = pending.slice(cut + (found?.mark.length ?? 0));
      if (!found) return pieces;
      if (open !== undefined) pieces.push(closeBody(open));
      open = found.opens;
    }
  }

  function closeBody(tag: string): Piece {
    const text = body.join("");
    body = [];
    return { type: "body", tag, text };
  }

  return {
    push,
    end() {
      const rest = pending;
      pending = "";
      if (open === undefined) return rest === "" ? [] : [{ type: "text", text: rest }];
      body.push(rest);
      const piece = closeBody(open);
      open = undefined;
      return [piece];
    },
  };
}

interface Mark {
  readonly mark: string;
  /** The tag that is open after it. */
  readonly opens: string | undefined;
}

function firstOf(marks: readonly Mark[], text: string): (Mark & { at: number }) | undefined {
  return marks
    .map((mark) => ({ ...mark, at: text.indexOf(mark.mark) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)[0];
}

/** How much of the end may be the beginning of a mark. */
function heldBack(marks: readonly Mark[], text: string): number {
  const lengths = marks.map(({ mark }) => {
    for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
      if (mark.startsWith(text.slice(text.length - length))) return length;
    return 0;
  });
  return Math.max(0, ...lengths);
}
