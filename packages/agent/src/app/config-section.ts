import { z } from "zod";
import { refuseBelow } from "../core/caller-place.ts";
import { type ControlSection, defineMethod } from "../core/control.ts";
import { setInFile, unsetInFile } from "../platform/config-file.ts";
import type { InOrder } from "../platform/in-order.ts";
import type { ConfigInputs } from "../platform/config.ts";
import { configSchema } from "./config-schema.ts";
import { entryOf, readConfigRows, settingOf } from "./config-rows.ts";

const path = z.string().min(1).max(200).describe("Of a setting, such as agent.maxSteps.");

/** The settings file. What is changed holds from the agent's next start on; changes go through `inOrder`. */
export function configSection(inputs: ConfigInputs, inOrder: InOrder): ControlSection {
  const show = async (name: string) => {
    const setting = settingOf(name);
    const { rows } = await readConfigRows(inputs);
    const inner = name.slice(setting.path.length).split(".").filter(Boolean);
    const row = rows.find((one) => one.path === setting.path);
    return { ...row, path: name, value: inner.reduce(entryOf, row?.value) ?? null };
  };
  return {
    name: "config",
    methods: {
      list: defineMethod({
        summary: "All settings; what is sensitive is masked.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("admin", person, "see the settings");
          return (await readConfigRows(inputs)).rows;
        },
      }),
      get: defineMethod({
        summary: "One setting.",
        params: z.object({ path }),
        run: async ({ path: name }, { person }) => {
          refuseBelow("admin", person, "see the settings");
          return show(name);
        },
      }),
      set: defineMethod({
        summary: "Change a setting in the file.",
        params: z.object({ path, value: z.json() }),
        run: async ({ path: name, value }, { person }) => {
          refuseBelow("owner", person, "change the settings");
          const text = typeof value === "string" ? value : JSON.stringify(value);
          await inOrder(() => setInFile(configSchema, inputs.file, { path: name, text }));
          return show(name);
        },
      }),
      unset: defineMethod({
        summary: "Take a setting out of the file.",
        params: z.object({ path }),
        run: async ({ path: name }, { person }) => {
          refuseBelow("owner", person, "change the settings");
          await inOrder(() => unsetInFile(configSchema, inputs.file, name));
          return show(name);
        },
      }),
    },
  };
}
