import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField,
  Popover,
  Select,
  SelectValue,
  Switch,
  Text,
  TextArea,
  TextField,
} from "react-aria-components";
import { useCommon } from "../data/texts.ts";

interface FieldProps<Value> {
  readonly label: string;
  /** Its purpose in one line. */
  readonly hint?: string | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

interface TextInputProps extends FieldProps<string> {
  readonly isLong?: boolean;
  readonly type?: "text" | "password" | "search" | "datetime-local" | "date";
  readonly placeholder?: string;
}

export function TextInput({ label, hint, value, onChange, ...rest }: TextInputProps) {
  const t = useCommon();
  const {
    isLong = false,
    isRequired = false,
    isDisabled = false,
    type = "text",
    placeholder = "",
  } = rest;
  return (
    <TextField
      className="field"
      {...{ value, onChange, isRequired, isDisabled, type }}
      autoComplete="off"
    >
      <Label>{label}</Label>
      {isLong ? (
        <TextArea className="input long" rows={4} placeholder={placeholder} />
      ) : (
        <Input className="input" placeholder={placeholder} />
      )}
      <Hint text={hint} />
      <FieldError className="error">{t("required")}</FieldError>
    </TextField>
  );
}

interface NumberInputProps extends FieldProps<number | undefined> {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export function NumberInput({ label, hint, value, onChange, min, max, ...rest }: NumberInputProps) {
  return (
    <NumberField
      className="field"
      {...rest}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? undefined : next)}
      formatOptions={{ useGrouping: false }}
      {...(min !== undefined && { minValue: min })}
      {...(max !== undefined && { maxValue: max })}
    >
      <Label>{label}</Label>
      <Input className="input short" />
      <Hint text={hint} />
    </NumberField>
  );
}

export interface Choice {
  readonly id: string;
  readonly text: string;
}

interface SelectInputProps extends FieldProps<string> {
  readonly choices: readonly Choice[];
  /** The label is read aloud only. */
  readonly isBare?: boolean;
}

export function SelectInput({
  label,
  hint,
  value,
  onChange,
  choices,
  isBare,
  ...rest
}: SelectInputProps) {
  const t = useCommon();
  return (
    <Select
      className="field"
      {...rest}
      value={value === "" ? null : value}
      onChange={(key) => onChange(String(key ?? ""))}
      placeholder={t("choose")}
      {...(isBare && { "aria-label": label })}
    >
      {!isBare && <Label>{label}</Label>}
      <Button className="input select">
        <SelectValue />
        <ChevronDown size={16} aria-hidden />
      </Button>
      <Hint text={hint} />
      <Popover className="popover wide">
        <ListBox className="menu" items={choices}>
          {({ id, text }) => (
            <ListBoxItem id={id} className="menu-item" textValue={text}>
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}

export function Toggle({ label, hint, value, onChange, isDisabled }: FieldProps<boolean>) {
  return (
    <div className="field switch-field">
      <Switch
        className="switch"
        isSelected={value}
        onChange={onChange}
        isDisabled={isDisabled ?? false}
      >
        <span className="track" aria-hidden="true" />
        <span>{label}</span>
      </Switch>
      {hint !== undefined && <p className="hint">{hint}</p>}
    </div>
  );
}

function Hint({ text }: { readonly text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <Text slot="description" className="hint">
      {text}
    </Text>
  );
}
