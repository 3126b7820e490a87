import { z } from "zod";

/** Connection that the tools in this folder need. */
export const MAILBOX = "a mailbox (IMAP and SMTP)";

/** Creates the parameter for the id of a message. */
export function mailId() {
  return z.string().trim().min(1).max(500).describe("The message's id, from email_search.");
}

/** Creates the parameter for one or more addresses; `what` names their owners. */
export function addresses(what: string) {
  return z
    .array(
      z
        .string()
        .max(320)
        .regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, 'an address is like "anna@example.com"'),
    )
    .min(1)
    .max(50)
    .describe(`${what}, as e-mail addresses such as "anna@example.com". Never guess an address.`);
}

/** Creates the parameter for the subject line. */
export function subject() {
  return z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^[^\r\n]*$/, "it must be one line")
    .describe("Subject, in one line.");
}

/** Creates the parameter for the text of a message. */
export function body() {
  return z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .describe("Complete text of the message, in plain text, with greeting and closing.");
}

/** Creates the parameter for a mailbox folder; `what` names its purpose. */
export function mailbox(what: string) {
  return z.string().trim().min(1).max(200).describe(`${what}, such as "INBOX" or "Receipts".`);
}
