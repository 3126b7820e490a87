import { Fault, type FaultCode } from "@reeve/sdk";
import { refusalOfCode, WhatsAppError, type WhatsAppProblem } from "../whatsapp.ts";

interface Meaning {
  readonly codes: readonly number[];
  readonly fault: FaultCode;
  readonly hint: string;
}

/** See https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes. */
const MEANINGS: readonly Meaning[] = [
  {
    codes: [190],
    fault: "denied",
    hint: "Make a new token for a system user: reeve config set channels.whatsapp.accessToken",
  },
  {
    codes: [3, 10, 200, 131_005],
    fault: "denied",
    hint: "Give the system user the app and the WhatsApp account, and its token the permission whatsapp_business_messaging.",
  },
  {
    codes: [131_042],
    fault: "denied",
    hint: "Look at the payment method of the WhatsApp account in Meta's Business Manager.",
  },
  {
    codes: [368, 130_497, 131_031],
    fault: "denied",
    hint: "Meta has restricted the account: look at its quality in the WhatsApp Manager.",
  },
  {
    codes: [33, 133_010],
    fault: "denied",
    hint: "Look at channels.whatsapp.phoneNumberId: it is the number's id, not the number, and it has to be registered.",
  },
  {
    codes: [131_047],
    fault: "conflict",
    hint: "It leaves when the person writes again. channels.whatsapp.template can ask for that.",
  },
  {
    codes: [131_026],
    fault: "missing",
    hint: "The number has no WhatsApp, has blocked this one, or has not accepted its terms.",
  },
  {
    codes: [131_030],
    fault: "missing",
    hint: "A test number writes to numbers on its list alone: add it under API Setup.",
  },
  {
    codes: [4, 80_007, 130_429, 131_048, 131_049, 131_056, 133_016],
    fault: "exhausted",
    hint: "Later.",
  },
  {
    codes: [132_000, 132_001, 132_005, 132_007, 132_012, 132_015, 132_016],
    fault: "invalid",
    hint: "Look at channels.whatsapp.template: an approved one in this language, without variables.",
  },
];

/** What Meta answered to a call, as a `Fault` whose cause is a `WhatsAppError`. */
export function toFault(what: string, status: number, problem: WhatsAppProblem): Fault {
  const { code, text } = problem;
  const cause = new WhatsAppError(status, problem);
  const message = `WhatsApp refused ${what}: ${text}${code === 0 ? "" : ` (${code})`}`;
  const known = MEANINGS.find(({ codes }) => codes.includes(code));
  if (known) return new Fault(known.fault, message, { hint: known.hint, cause });
  if (status === 429) return new Fault("exhausted", message, { hint: "Later.", cause });
  if (status >= 500 || refusalOfCode(code) === "later")
    return new Fault("unavailable", message, { cause });
  if (status === 401 || status === 403)
    return new Fault("denied", message, { hint: "Look at channels.whatsapp.accessToken.", cause });
  return new Fault(status === 404 ? "missing" : "invalid", message, { cause });
}
