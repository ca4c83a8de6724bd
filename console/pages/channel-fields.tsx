import { NumberInput, PasswordInput, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { faultAt } from "../ui/error-text.ts";
import { type ChannelField, fieldsOf } from "./channel-schema.ts";

type Settings = Record<string, unknown>;
type Props = {
  /** The channel's JSON Schema, with labels and inputs in it. */
  schema: unknown;
  value: Settings;
  onChange: (settings: Settings) => void;
  /** Secrets that are set; they are not shown, and stay when left empty. */
  hasSecret?: string[];
  error?: unknown;
  pointer?: string;
};

/** A form for what a channel needs to know, drawn from its schema. */
export function ChannelFields({ schema, value, onChange, hasSecret = [], error, pointer = "" }: Props) {
  const set = (name: string, given: unknown) => {
    const { [name]: _, ...rest } = value;
    onChange(given === undefined || given === "" ? rest : { ...rest, [name]: given });
  };
  return (
    <Stack>
      {fieldsOf(schema).map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={value[field.name]}
          isSet={hasSecret.includes(field.name)}
          error={faultAt(error, `${pointer}/${field.name}`)}
          onChange={(given) => set(field.name, given)}
        />
      ))}
    </Stack>
  );
}

type FieldProps = {
  field: ChannelField;
  value: unknown;
  isSet: boolean;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

function OneField({ field, value, isSet, error, onChange }: FieldProps) {
  const { t } = useTranslation("pages");
  const { label, description, isRequired } = field;
  const common = { label, description, error, required: isRequired };
  const text = typeof value === "string" ? value : "";
  switch (field.kind) {
    case "secret":
      return (
        <PasswordInput
          {...common}
          required={isRequired && !isSet}
          autoComplete="off"
          placeholder={isSet ? t("channel.secretSet") : undefined}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": t("channel.showSecret", { label }) }}
        />
      );
    case "choice":
      return <Select {...common} data={field.choices} value={text || null} onChange={onChange} />;
    case "switch":
      return (
        <Switch
          label={label}
          description={description}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "number":
      return <NumberInput {...common} value={typeof value === "number" ? value : ""} onChange={onChange} />;
    case "long-text":
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "text":
      return <TextInput {...common} value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
}
