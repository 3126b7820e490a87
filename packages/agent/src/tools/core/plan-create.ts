import { defineTool } from "@reeve/sdk";
import { texts } from "../../platform/texts.ts";
import { z } from "zod";
import { toolName } from "./params.ts";

/** Begins a plan once a person agreed to it, under an id that derives from the call. */
export const planCreate = defineTool({
  name: "plan_create",
  summary:
    "Propose an ordered plan of several steps; the person sees it and approves, edits or " +
    "cancels it before anything runs. Use it for requests that require two or more " +
    "dependent actions. For something to do at a later time, use schedule_create.",
  effect: "write",
  scope: "always",
  access: "member",
  replay: "same-key",
  resultOrigin: "services",
  isProposal: true,
  needs: ["plans"],
  utterances: [
    "make a plan first and show me before you start",
    "First look up the flights, then compare them, after that write Tom a summary",
    "How would you go about this, step by step? I want to approve it",
    "organise the whole farewell party: guest list, venue, invitations",
    "break that down into stages",
    "Prepara una scaletta dei passi e fammela approvare",
    "ضع خطة بالخطوات واعرضها عليّ قبل التنفيذ",
    "Mach erst einen Plan, welche Schritte nötig sind, ich gebe dann frei",
    "Сначала собери цены, потом сделай таблицу, затем отправь Олегу — составь план",
    "Planifica los pasos de la mudanza y déjame revisarlos",
    "先列出步骤给我确认,再一步步做",
  ],
  params: z.object({
    goal: z.string().trim().min(1).max(1_000).describe("What the plan achieves, in one sentence."),
    steps: z
      .array(
        z.object({
          description: z
            .string()
            .trim()
            .min(1)
            .max(1_000)
            .describe("What the step does, with concrete values."),
          toolHint: toolName("The tool that the step will probably use").optional(),
        }),
      )
      .min(2)
      .max(20)
      .describe("Steps, in order."),
  }),

  confirm: ({ goal, steps }) =>
    [goal, ...steps.map(({ description }, at) => `${at + 1}. ${description}`)].join("\n"),
  done: ({ goal }, { language }) => texts(language).results.plan.start({ goal }),

  run: ({ goal, steps }, { plans, callId }) => plans.start({ id: callId, goal, steps }),
});
