import type { z } from "zod";
import type { Role, TokenScope } from "./access.ts";

/** Effect of an operation. It decides the HTTP status and whether a repeat needs a key. */
export type OperationEffect = "read" | "create" | "change" | "delete";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Names of an input's fields; `when.about` names one of a nested object. */
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

/** A verb of the command line that runs an operation. */
export interface Verb<Field extends string = string> {
  /** `add`, or two words: `grants revoke`. The first verb of a noun is the default. */
  readonly verb: string;
  /** Its sentence in help, where several verbs share the operation. Default: the operation's summary. */
  readonly summary?: string;
  /**
   * Fields that are arguments, in order. The last one may take all remaining words: `text…`. With
   * `?`, it may be left out: `id?`, `text…?`.
   */
  readonly words?: readonly (Field | `${Field}${"…" | "?" | "…?"}`)[];
  /** Arguments as shown in help, if their field names are unclear. */
  readonly usage?: string;
  /** Prints the whole list, page by page, unless a limit is given. */
  readonly all?: boolean;
  /** One-letter forms of options. */
  readonly short?: Readonly<Record<string, Field>>;
  /** Options that are not named after their field. Every field neither in `words` nor in `set` is an option. */
  readonly flags?: Readonly<Record<string, Field>>;
  /** Options that set a field to false: `off: "enabled"`. */
  readonly negated?: Readonly<Record<string, Field>>;
  /** Fields that the verb sets itself. */
  readonly set?: Readonly<Partial<Record<Field, string | number | boolean>>>;
  /** Arguments and options of a typical call, as typed behind the verb: `buy milk --tag shop`. Help shows it; a test runs it. */
  readonly example?: string;
}

/** The lowest role that may ask, and what only it may do: "see pending approvals". */
export interface RoleNeeded {
  readonly role: Extract<Role, "owner" | "admin">;
  readonly to: string;
}

/** The chat an operation refers to. */
export interface ConversationField {
  /** Description of the field: its purpose in the operation. */
  readonly is: string;
  /** Default chat: the caller's own one, or the API's main one. */
  readonly or: "own" | "main";
  /** The field's name over HTTP. Default: `conversation`. */
  readonly as?: string;
  /** Programs cannot name the chat: over HTTP there is no field for it. */
  readonly onlyLocal?: boolean;
}

/** One thing a person or a program may ask of the agent. Every face derives from it. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  /** `noun.verb`. Code never repeats it: it refers to the operation's object. */
  readonly name: `${string}.${string}`;
  /** One sentence, in the imperative for changes and a noun phrase for reads. */
  readonly summary: string;
  readonly description?: string;
  readonly input: Input;
  readonly output: Output;
  readonly effect: OperationEffect;
  /**
   * Way to undo the change. `history`: by `reeve undo`. Otherwise the name of the operation that does it.
   * Absent: it cannot be undone, or nothing changes.
   */
  readonly undo?: "history" | `${string}.${string}`;
  /** The scope a token needs. */
  readonly scope: TokenScope;
  /** The role a person needs. Absent: any role that may use the agent. */
  readonly needs?: RoleNeeded;
  readonly conversation?: ConversationField;
  /**
   * `POST /v1/notes/{id}?person`. Names in braces are path fields, names behind `?` (separated by
   * commas) query fields. The others are the body; with GET and DELETE, the query. Absent: only
   * the local socket serves it.
   */
  readonly http?: `${Method} /v1/${string}`;
  /**
   * Response to a repeat under the same Idempotency-Key. `answer`: the first response, stored for a day.
   * `again`: the operation runs again and, by its key, creates nothing twice. `never`: a `conflict`, because
   * the response contains a secret. Default: `answer`.
   */
  readonly repeat?: "answer" | "again" | "never";
  /** Absent where a command of its own serves it. */
  readonly cli?: Verb | readonly Verb[];
}

/** A value that is not changed, and nothing in it. */
export type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
    : Value;

/** The checked input of an operation. */
export type InputOf<One extends Operation> = DeepReadonly<z.output<One["input"]>>;

/** The output of an operation. */
export type OutputOf<One extends Operation> = DeepReadonly<z.output<One["output"]>>;

/** The operations of one noun. */
export type Operations = Readonly<Record<string, Operation>>;

/** The field names in a path and in the query behind it. */
type NamesIn<Path extends string> = Path extends `${infer Before}?${infer Query}`
  ? NamesIn<Before> | NamesInQuery<Query>
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | NamesIn<Rest>
    : never;

type NamesInQuery<Query extends string> = Query extends `${infer Name},${infer Rest}`
  ? Name | NamesInQuery<Rest>
  : Query;

type Checked<Fields extends string, Http extends string> = Http extends `${Method} /v1/${string}`
  ? [NamesIn<Http>] extends [Fields]
    ? Http
    : `There is no field {${Exclude<NamesIn<Http>, Fields>}}`
  : `${Method} /v1/…`;

type Draft<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Http extends string,
  As extends string,
> = Omit<Operation<Input, Output>, "http" | "cli" | "conversation"> & {
  readonly http?: Checked<FieldOf<z.input<Input>> | As, Http>;
  readonly conversation?: Omit<ConversationField, "as"> & { readonly as?: As };
  readonly cli?: Verb<FieldOf<z.input<Input>>> | readonly Verb<FieldOf<z.input<Input>>>[];
};

/** Declares an operation. A field misspelt in its path, arguments or options does not compile. */
export function defineOperation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Http extends `${Method} /v1/${string}`,
  const As extends string = "conversation",
>(operation: Draft<Input, Output, Http, As>): Operation<Input, Output>;
export function defineOperation(operation: Operation): Operation {
  return operation;
}

/** The parts of an operation's HTTP line. */
export interface HttpLine {
  readonly method: Method;
  /** Path as in OpenAPI: `/v1/notes/{id}`. */
  readonly path: `/${string}`;
  /** Fields in the path. */
  readonly inPath: readonly string[];
  /** Fields in the query of a request that has a body, too. */
  readonly inQuery: readonly string[];
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Splits `PATCH /v1/notes/{id}?person`. Throws for an operation that only the local socket serves. */
export function httpOf({ name: operation, http }: Pick<Operation, "name" | "http">): HttpLine {
  const [name, target = ""] = (http ?? "").split(" ");
  const method = METHODS.find((one) => one === name);
  if (!method) throw new Error(`${operation} has no HTTP method`);
  const [path = "", query = ""] = target.slice(1).split("?");
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => field);
  return { method, path: `/${path}`, inPath, inQuery: query === "" ? [] : query.split(",") };
}

/** Returns the name of an operation's chat over HTTP; undefined if it refers to none. */
export function conversationFieldOf({ conversation }: Pick<Operation, "conversation">) {
  if (!conversation || conversation.onlyLocal) return undefined;
  return conversation.as ?? "conversation";
}
