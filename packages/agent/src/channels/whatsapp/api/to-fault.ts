import { Fault, type FaultCode } from "@reeve/sdk";
import { refusalOfCode, WhatsAppError, type WhatsAppProblem } from "../api.ts";

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
    hint: "Create a new token for a system user and set it: reeve config set channels.whatsapp.accessToken",
  },
  {
    codes: [3, 10, 200, 131_005],
    fault: "denied",
    hint: "Assign the app and the WhatsApp account to the system user, and grant its token the whatsapp_business_messaging permission.",
  },
  {
    codes: [131_042],
    fault: "denied",
    hint: "Check the WhatsApp account's payment method in Meta's Business Manager.",
  },
  {
    codes: [368, 130_497, 131_031],
    fault: "denied",
    hint: "Meta has restricted the account. Check its quality rating in the WhatsApp Manager.",
  },
  {
    codes: [33, 133_010],
    fault: "denied",
    hint: "Check channels.whatsapp.phoneNumberId. It must be the number's id, not the number, and the number must be registered.",
  },
  {
    codes: [131_047],
    fault: "conflict",
    hint: "The message will be sent when the person writes again. To ask them to write, set channels.whatsapp.template.",
  },
  {
    codes: [131_026],
    fault: "missing",
    hint: "The recipient does not use WhatsApp, has blocked this number, or has not accepted WhatsApp's terms.",
  },
  {
    codes: [131_030],
    fault: "missing",
    hint: "A test number can send messages only to the numbers on its list. Add this number under API Setup.",
  },
  {
    codes: [4, 80_007, 130_429, 131_048, 131_049, 131_056, 133_016],
    fault: "exhausted",
    hint: "Try again later.",
  },
  {
    codes: [132_000, 132_001, 132_005, 132_007, 132_012, 132_015, 132_016],
    fault: "invalid",
    hint: "Check channels.whatsapp.template. It must be approved in this language and have no variables.",
  },
];

/** Converts Meta's error response to a `Fault` whose cause is a `WhatsAppError`. */
export function toFault(what: string, status: number, problem: WhatsAppProblem): Fault {
  const { code, text } = problem;
  const cause = new WhatsAppError(status, problem);
  const message = `WhatsApp refused ${what}: ${text}${code === 0 ? "" : ` (${code})`}`;
  const known = MEANINGS.find(({ codes }) => codes.includes(code));
  if (known) return new Fault(known.fault, message, { hint: known.hint, cause });
  if (status === 429) return new Fault("exhausted", message, { hint: "Try again later.", cause });
  if (status >= 500 || refusalOfCode(code) === "later")
    return new Fault("unavailable", message, { cause });
  if (status === 401 || status === 403)
    return new Fault("denied", message, { hint: "Check channels.whatsapp.accessToken.", cause });
  return new Fault(status === 404 ? "missing" : "invalid", message, { cause });
}
