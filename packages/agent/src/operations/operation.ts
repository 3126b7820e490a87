import type { z } from "zod";
import type { Role } from "../kernel/principal.ts";
import type { TokenScope } from "../kernel/token-scope.ts";

/** What an operation does to the world. Only a `read` may be repeated without a key. */
export type Effect = "read" | "create" | "change" | "delete";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The fields of an input, by name; one of a nested object as `when.about`. */
export type FieldOf<Input> = Input extends object
  ? {
      [Name in keyof Input & string]:
        | Name
        | (NonNullable<Input[Name]> extends readonly unknown[]
            ? never
            : NonNullable<Input[Name]> extends object
              ? `${Name}.${keyof NonNullable<Input[Name]> & string}`
              : never);
    }[keyof Input & string]
  : never;

/** How people say an operation on the command line. */
export interface Verb<Field extends string = string> {
  /** `add`, or two words: `grants revoke`. Of a noun's verbs, the first is meant where none is written. */
  readonly verb: string;
  /** The fields that stand behind it, in their order. The last may take all remaining words: `text…`. */
  readonly words?: readonly (Field | `${Field}…`)[];
  /** How the words are shown in the usage, where the names of their fields do not say enough. */
  readonly usage?: string;
  /** Other names for options. Every field that is neither in `words` nor in `set` is an option. */
  readonly flags?: Readonly<Record<string, Field>>;
  /** Fields that the verb itself decides. */
  readonly set?: Readonly<Partial<Record<Field, string | number | boolean>>>;
}

/** The least role, and what it alone may do: "see what waits for an answer". */
export interface RoleNeeded {
  readonly role: Extract<Role, "owner" | "admin">;
  readonly to: string;
}

/** One thing that a person or a program may ask of the agent. All faces are derived from it. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  /** `noun.verb`. Nobody writes it again: code refers to the operation itself. */
  readonly name: `${string}.${string}`;
  /** One sentence. */
  readonly summary: string;
  readonly description?: string;
  readonly input: Input;
  readonly output: Output;
  readonly effect: Effect;
  /** Whether `reeve undo` takes it back. */
  readonly undo?: boolean;
  /** What a token needs. */
  readonly scope: TokenScope;
  /** What a person needs, besides. */
  readonly needs?: RoleNeeded;
  /** It refers to a conversation: what that is for, and which one is meant where none is named. */
  readonly conversation?: { readonly is: string; readonly or: "own" | "main" };
  /** `POST /v1/notes`. Names in braces are fields of the input; the others are the query or the body. */
  readonly http: `${Method} /v1/${string}`;
  readonly cli: Verb | readonly Verb[];
}

/** The operations of one noun. */
export type Operations = Readonly<Record<string, Operation>>;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Checked<Input extends z.ZodType, Http extends string> = Http extends `${Method} /v1/${string}`
  ? [NamesIn<Http>] extends [FieldOf<z.input<Input>>]
    ? Http
    : `There is no field {${Exclude<NamesIn<Http>, FieldOf<z.input<Input>>>}}`
  : `${Method} /v1/…`;

type Draft<Input extends z.ZodType, Output extends z.ZodType, Http extends string> = Omit<
  Operation<Input, Output>,
  "http" | "cli"
> & {
  readonly http: Checked<Input, Http>;
  readonly cli: Verb<FieldOf<z.input<Input>>> | readonly Verb<FieldOf<z.input<Input>>>[];
};

/** Fixes the types of one operation. A field that is misspelt in its path, words or options does not compile. */
export function defineOperation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Http extends `${Method} /v1/${string}`,
>(operation: Draft<Input, Output, Http>): Operation<Input, Output>;
export function defineOperation(operation: Operation): Operation {
  return operation;
}

/** Splits `POST /v1/notes/{id}`. */
export function httpOf({ http }: Pick<Operation, "http">): {
  readonly method: string;
  readonly path: `/${string}`;
  readonly names: readonly string[];
} {
  const at = http.indexOf(" ");
  const path = http.slice(at + 2);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return { method: http.slice(0, at), path: `/${path}`, names };
}
