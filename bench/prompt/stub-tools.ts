import { readFile } from "node:fs/promises";
import { type Access, type Effect, Fault, type Scope, type Tool } from "@reeve/sdk";
import { z } from "zod";

interface ContractTool {
  readonly name: string;
  readonly scope: Scope;
  readonly access: Access;
  readonly effect: Effect;
  readonly purpose: string;
  readonly params: readonly ContractParam[];
}

interface ContractParam {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly enum?: readonly string[];
}

const FILE = new URL("contract-tools.json", import.meta.url);

/** The planned tools that are not built yet: they are described, offered and found, and do nothing. */
export async function stubTools(built: readonly Tool[]): Promise<readonly Tool[]> {
  const names = new Set(built.map(({ name }) => name));
  const contract: readonly ContractTool[] = JSON.parse(await readFile(FILE, "utf8"));
  return contract.filter(({ name }) => !names.has(name)).map(toStub);
}

function toStub({ name, scope, access, effect, purpose, params }: ContractTool): Tool {
  return {
    name,
    scope,
    access,
    effect,
    summary: purpose,
    needs: [],
    params: z.object(Object.fromEntries(params.map((param) => [param.name, toSchema(param)]))),
    confirm: () => `Run ${name}?`,
    run: () => Promise.reject(new Fault("unavailable", `${name} is not built yet.`)),
  };
}

function toSchema({ type, required, enum: values }: ContractParam): z.ZodType {
  const schema = values ? z.enum(values) : typeOf(type);
  return required ? schema : schema.optional();
}

function typeOf(type: string): z.ZodType {
  if (type === "string") return z.string();
  if (type === "number") return z.number();
  if (type === "boolean") return z.boolean();
  if (type.includes("|")) return z.enum(type.split("|"));
  if (type.startsWith("array<")) return z.array(typeOf(type.slice("array<".length, -1)));
  return z.record(z.string(), z.unknown());
}
