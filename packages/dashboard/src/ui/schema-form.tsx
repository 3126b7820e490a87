import { NumberInput, SelectInput, TextInput, Toggle } from "./fields.tsx";
import { titleOf } from "./words.ts";

export type Values = Readonly<Record<string, unknown>>;

/** A JSON Schema of an object, as tools and settings have it. */
export type ObjectSchema = Readonly<Record<string, unknown>>;

interface SchemaFormProps {
  readonly schema: ObjectSchema;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** A form made of a schema: a field for each property. Lists and objects are edited as JSON. */
export function SchemaForm({ schema, values, onChange }: SchemaFormProps) {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return (
    <div className="fields">
      {Object.entries(propertiesOf(schema)).map(([name, field]) => (
        <SchemaField
          key={name}
          name={name}
          schema={field}
          isRequired={required.includes(name)}
          value={values[name]}
          onChange={(value) => {
            const { [name]: _before, ...others } = values;
            onChange(value === undefined ? others : { ...others, [name]: value });
          }}
        />
      ))}
    </div>
  );
}

/** The schemas of an object's properties. */
function propertiesOf(schema: ObjectSchema): Readonly<Record<string, ObjectSchema>> {
  const properties = schema["properties"];
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, ObjectSchema] =>
      isObject(entry[1]),
    ),
  );
}

interface SchemaFieldProps {
  readonly name: string;
  readonly schema: ObjectSchema;
  readonly value: unknown;
  readonly isRequired?: boolean;
  /** Undefined: the field is left out. */
  readonly onChange: (value: unknown) => void;
}

/** The field of one property. */
export function SchemaField({
  name,
  schema,
  value,
  isRequired = false,
  onChange,
}: SchemaFieldProps) {
  const { type, enum: options, description } = schema;
  const field = {
    label: titleOf(name),
    hint: typeof description === "string" ? description : undefined,
    isRequired,
  };
  if (Array.isArray(options))
    return (
      <SelectInput
        {...field}
        value={typeof value === "string" ? value : ""}
        onChange={onChange}
        choices={options.map((one) => ({ id: String(one), text: titleOf(String(one)) }))}
      />
    );
  if (type === "boolean") return <Toggle {...field} value={value === true} onChange={onChange} />;
  if (type === "number" || type === "integer")
    return (
      <NumberInput
        {...field}
        value={typeof value === "number" ? value : undefined}
        onChange={onChange}
        min={numberIn(schema["minimum"])}
        max={numberIn(schema["maximum"])}
      />
    );
  if (type === "string") {
    const isLong = (numberIn(schema["maxLength"]) ?? 0) > 300;
    const change = (text: string) => onChange(text === "" && !isRequired ? undefined : text);
    return (
      <TextInput
        {...field}
        isLong={isLong}
        value={typeof value === "string" ? value : ""}
        onChange={change}
      />
    );
  }
  return <JsonInput {...field} value={value} onChange={onChange} />;
}

/** A value of any other kind. What does not parse stays text, which the agent refuses with the reason. */
function JsonInput({
  value,
  onChange,
  ...field
}: Omit<SchemaFieldProps, "schema" | "name"> & { readonly label: string }) {
  const text =
    typeof value === "string"
      ? value
      : value === undefined
        ? ""
        : JSON.stringify(value, undefined, 2);
  return (
    <TextInput
      {...field}
      isLong
      value={text}
      onChange={(next) => onChange(next === "" ? undefined : parse(next))}
    />
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
