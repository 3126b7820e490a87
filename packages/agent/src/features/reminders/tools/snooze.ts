import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { idOf, moment } from "../../../tools/item-params.ts";
import { formatReminder } from "./format-reminder.ts";

/** Moves a reminder to a later time, once a call. */
export const reminderSnooze = defineTool({
  name: "reminder_snooze",
  summary:
    "Snooze a reminder: postpone it to a later time. For a repeating reminder, only this occurrence moves. " +
    "Use it also for “not now, later” after a reminder was posted. Find its id with reminder_list.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["reminders"],
  utterances: [
    "ten more minutes",
    "not now, bug me again after lunch",
    "push the gym reminder to 8 tonight",
    "Can you bring that up again tomorrow morning instead?",
    "I'm in a meeting, remind me about the parcel in an hour",
    "Redis-le-moi dans une demi-heure",
    "Нагадай про це краще завтра зранку, зараз не можу",
    "あと15分したらもう一回教えて",
    "Adia o lembrete do remédio para as 22h",
    "Şimdi olmaz, akşam yedide tekrar hatırlat",
    "отложи это напоминание на завтра",
  ],
  params: z.object({
    id: idOf("reminder", "reminder_list"),
    until: moment("The new time of the reminder"),
  }),

  async run({ id, until }, { reminders, callId }) {
    return formatReminder(await reminders.snooze(id, { until, key: callId }));
  },
});
