import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { idOf } from "../../../tools/item-params.ts";

/** Cancels a reminder with all its recurrences. Doing it twice changes nothing. */
export const reminderCancel = defineTool({
  name: "reminder_cancel",
  summary:
    "Cancel a pending reminder, with all its repetitions, so that it no longer notifies the person. " +
    "To move it to another time, use reminder_snooze. Find its id with reminder_list.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  needs: ["reminders"],
  utterances: [
    "forget about nudging me for the dentist",
    "don't remind me to water the plants anymore",
    "Call off the 6pm alarm about the laundry",
    "I already paid the rent, so no need to ping me on Friday",
    "drop the daily vitamin reminder",
    "Pas la peine de me rappeler pour le garagiste, c'est fait",
    "Не нагадуй мені більше про полив квітів",
    "薬のリマインダーはもういらないから消して",
    "Cancela o lembrete da reunião de pais",
    "Kira hatırlatmasına gerek kalmadı, iptal et",
    "nicht mehr an die Steuererklärung erinnern, ist erledigt",
  ],
  params: z.object({ id: idOf("reminder", "reminder_list") }),

  async run({ id }, { reminders }) {
    const { text } = await reminders.cancel(id);
    return { cancelled: id, text };
  },
});
