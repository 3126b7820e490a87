import { isDeepStrictEqual } from "node:util";
import { config } from "@reeve/operations/agent/config";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { ConfigInputs } from "../../platform/config.ts";
import { setInFile, unsetInFile } from "../../platform/config-file.ts";
import type { SerialQueue } from "../../platform/serial-queue.ts";
import { type Config, configSchema } from "../config-schema.ts";
import { currentName, entryOf, readConfigRows, settingOf, valueIn } from "./config-rows.ts";

export interface ConfigDeps {
  readonly inputs: ConfigInputs;
  /** Changes to the file go through it, one after the other. */
  readonly inOrder: SerialQueue;
  readonly newId: NewId;
  /** The config that the running agent started with. */
  readonly running?: (() => Config | undefined) | undefined;
}

/** The settings file. Changes apply when the agent starts again. */
export function configOperations({ inputs, inOrder, newId, running }: ConfigDeps): Implementation {
  const isPending = (path: string, value: unknown) => {
    const now = running?.();
    return now !== undefined && !isDeepStrictEqual(valueIn(now, path), value);
  };
  const show = async (given: string) => {
    const name = currentName(given);
    const { path, description, default: usual, jsonSchema } = settingOf(name);
    const { rows } = await readConfigRows(inputs);
    const row = rows.find((one) => one.path === path);
    const inner = name.slice(path.length).split(".").filter(Boolean);
    return {
      path: name,
      value: inner.reduce(entryOf, row?.value) ?? null,
      default: row ? row.default : (usual ?? null),
      source: row?.source ?? "default",
      description,
      schema: jsonSchema,
      isPending: row !== undefined && isPending(path, row.value),
    };
  };
  return implement(
    config,
    {
      async list(page) {
        const { rows } = await readConfigRows(inputs);
        const settings = rows.map((row) => ({
          ...row,
          schema: settingOf(row.path).jsonSchema,
          isPending: isPending(row.path, row.value),
        }));
        return cutPage(settings, page, ({ path }) => path);
      },
      get: ({ path }) => show(path),
      async set({ path, value }) {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        await inOrder(() => setInFile(configSchema, inputs.file, { path, text }));
        return show(path);
      },
      async unset({ path }) {
        await inOrder(() => unsetInFile(configSchema, inputs.file, path));
        return show(path);
      },
    },
    newId,
  );
}
