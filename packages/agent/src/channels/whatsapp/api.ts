/** Content of one WhatsApp message. */
export type WhatsAppContent =
  /** At most 4,096 characters, in WhatsApp's own formats; no preview is shown. */
  | { readonly type: "text"; readonly text: string }
  /** At most 1,024 characters of text, and up to three buttons of at most 20. */
  | { readonly type: "buttons"; readonly text: string; readonly buttons: readonly WhatsAppButton[] }
  /** Like buttons, but up to ten, in a menu. */
  | {
      readonly type: "list";
      readonly text: string;
      readonly open: string;
      readonly rows: readonly WhatsAppButton[];
    }
  /** An empty emoji removes the reaction. */
  | { readonly type: "reaction"; readonly message: string; readonly emoji: string }
  /** `media` is an id that `upload` returned. A caption has at most 1,024 characters. */
  | {
      readonly type: "media";
      readonly kind: WhatsAppMediaKind;
      readonly media: string;
      readonly caption?: string | undefined;
      readonly name?: string | undefined;
    }
  /**
   * Template that Meta has approved, without variables: the only message allowed to a person who
   * has not written for a day.
   */
  | { readonly type: "template"; readonly name: string; readonly language: string };

export type WhatsAppMediaKind = "image" | "audio" | "video" | "document" | "sticker";

/**
 * Button of a message. `id`, at most 200 characters, is returned when the button is pressed;
 * `title`, at most 20, is shown.
 */
export interface WhatsAppButton {
  readonly id: string;
  readonly title: string;
}

export interface WhatsAppMessage {
  /** Phone number with country code, digits only, or Meta's user id such as `US.1349…`. */
  readonly to: string;
  readonly content: WhatsAppContent;
  /** Mark that each status of the message repeats; at most 512 characters. */
  readonly mark?: string | undefined;
}

/**
 * WhatsApp Cloud API for one of our numbers. Calls reject with a `Fault`; `refusalOf` returns its
 * kind.
 */
export interface WhatsAppClient {
  /** Sends a message; returns its id. After a failure that is no refusal, it may have been sent. */
  send(message: WhatsAppMessage, signal: AbortSignal): Promise<string>;
  /** Returns our own number as shown to people. */
  look(signal: AbortSignal): Promise<{ readonly number: string }>;
  /** Uploads a file for messages; returns its id. */
  upload(
    file: { readonly name: string; readonly mediaType: string; readonly data: Uint8Array },
    signal: AbortSignal,
  ): Promise<string>;
  /** Downloads an attachment by its id. Rejects with `invalid` if it is too large. */
  download(
    media: string,
    options: { readonly signal: AbortSignal; readonly maxBytes: number },
  ): Promise<Uint8Array>;
  /**
   * Marks an incoming message, and all before it, as read. With `typing`, shows that for 25 seconds
   * or until a reply.
   */
  markRead(
    message: string,
    options: { readonly signal: AbortSignal; readonly typing?: true | undefined },
  ): Promise<void>;
}

/** Meta's error for a call that it did not carry out. */
export interface WhatsAppProblem {
  /** Error code of the Cloud API; 0 if there was none. */
  readonly code: number;
  readonly text: string;
}

/** Reasons why a message did not arrive that callers handle differently. */
export type WhatsAppRefusal =
  /** The person wrote more than a day ago: only templates may be sent. */
  | "window-closed"
  /** WhatsApp cannot reach the number. */
  | "nobody-there"
  /** Temporary: the same message may be sent again. */
  | "later"
  /** Permanent: the same message would be refused again. */
  | "refused";

const NOBODY_THERE: ReadonlySet<number> = new Set([131_026, 131_030]);
const LATER: ReadonlySet<number> = new Set([
  1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_049, 131_052, 131_056, 131_057, 133_004,
  133_016,
]);

/** Returns what a problem means for the message, whether it came in a response or in a status. */
export function refusalOfCode(code: number): WhatsAppRefusal {
  if (code === 131_047) return "window-closed";
  if (NOBODY_THERE.has(code)) return "nobody-there";
  return LATER.has(code) ? "later" : "refused";
}

/** Failure of a call that Meta answered; the cause of the client's Faults. */
export class WhatsAppError extends Error {
  override readonly name = "WhatsAppError";
  readonly status: number;
  readonly code: number;

  constructor(status: number, { code, text }: WhatsAppProblem) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

/** Returns why a call was refused; undefined if it is unknown whether it was carried out. */
export function refusalOf(error: unknown): WhatsAppRefusal | undefined {
  const cause = error instanceof Error && !(error instanceof WhatsAppError) ? error.cause : error;
  if (!(cause instanceof WhatsAppError)) return undefined;
  if (cause.code === 0 && cause.status >= 500) return undefined;
  return cause.status === 429 ? "later" : refusalOfCode(cause.code);
}
