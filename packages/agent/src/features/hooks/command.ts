import { hooks, type HookView } from "@reeve/operations/agent/hooks";
import { type PublicAddress, toPublicAddress } from "../../kernel/public-address.ts";
import { defineCommandLine, type OptionValue, type OwnOptions } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";
import { checked } from "../../operations/read-words.ts";

const SETTINGS: OwnOptions = {
  chat: {
    type: "string",
    description: "The chat where the webhook's turns run. Default: a new chat for this webhook.",
    value: "channel/chat",
  },
  template: {
    type: "string",
    description: "The message to the agent. {{body}} inserts the whole body.",
  },
  role: {
    type: "string",
    description:
      "The role for the webhook's turns. It cannot be higher than your own role. Default: guest.",
    value: "guest|member|admin|owner",
  },
  trust: {
    type: "string",
    description: "How much to trust the content that the webhook receives. Default: stranger.",
    value: "member|stranger|web|tool",
  },
  "per-minute": {
    type: "string",
    description: "The maximum number of calls per minute. Default: 30.",
    value: "number",
  },
};

/** `reeve incoming-webhooks`. */
export const hooksCommand = defineCommandLine({
  command: "incoming-webhooks",
  operations: hooks,
  former: { "--place": "--chat" },
  show: {
    list: ({ items }) => linesOf(items, toLines, "There are no incoming webhooks."),
    create: toLines,
    update: toLines,
    remove: () => "The incoming webhook was removed.",
  },
  options: {
    create: {
      ...SETTINGS,
      secret: {
        type: "string",
        description: "The secret that callers use. Default: a newly generated secret.",
      },
    },
    update: {
      ...SETTINGS,
      on: { type: "boolean", description: "Turn the webhook on, so that it accepts calls." },
      off: { type: "boolean", description: "Turn the webhook off, so that it rejects calls." },
      rotate: { type: "boolean", description: "Create a new secret. The old one stops working." },
    },
  },
  read: {
    create: ({ words: [name = ""], options }) =>
      checked(hooks.create.input, { name, ...settingsIn(options), secret: options["secret"] }),
    update({ words: [name = ""], options }) {
      const { on, off, rotate } = options;
      return checked(hooks.update.input, {
        name,
        ...settingsIn(options),
        rotate,
        ...(on !== off && { enabled: on === true }),
      });
    },
  },
});

function settingsIn(options: Readonly<Record<string, OptionValue | undefined>>) {
  const { chat, template, role, trust } = options;
  const perMinute = options["per-minute"];
  return {
    template,
    role,
    trust,
    ...(typeof chat === "string" && { place: toPlace(chat) }),
    ...(perMinute !== undefined && { perMinute: Number(perMinute) }),
  };
}

/** Reads `telegram-bot/42`: the text after the first slash is the channel's own id of the chat. */
function toPlace(text: string): PublicAddress {
  const [channel = "", ...externalId] = text.split("/");
  return toPublicAddress({ channel, externalId: externalId.join("/") });
}

function toLines(hook: HookView & { readonly secret?: string | undefined }): string {
  const { path, place: chat, role, trust, perMinute, state, secret } = hook;
  const off = state === "off" ? ", off" : "";
  const line = `POST ${path} → ${chat} (role ${role}, trust level ${trust}, ${perMinute} per minute${off})`;
  return secret === undefined ? line : `${line}\nsecret  ${secret}  (shown only once)`;
}
