import "../frame/channel/channel-words.ts";
import "./guide.css";
import type { ChannelType } from "@banter/core/channels/index.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import {
  Anchor,
  Button,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTold } from "../frame/channel/use-told.ts";
import { faultAt } from "../ui/error-text.ts";
import { type ChannelField, fieldsOf } from "./channel-schema.ts";

type Settings = Record<string, unknown>;
type Props = {
  channel: ChannelType;
  /** The channel's JSON Schema, with labels and inputs in it. */
  schema: unknown;
  value: Settings;
  onChange: (settings: Settings) => void;
  /** Names of the secrets that are set. Their values are not sent here; an empty input keeps them. */
  hasSecret?: string[];
  error?: unknown;
  pointer?: string;
  /** Its required fields are numbered steps, after one that says where to look. */
  isGuided?: boolean;
};

/** The form of a channel's settings, drawn from its schema. */
export function ChannelFields({ channel, schema, value, onChange, hasSecret, error, pointer = "", isGuided }: Props) {
  const { t } = useTranslation("pages");
  const [isOpen, setOpen] = useState(false);
  const told = useTold();
  const set = (name: string, given: unknown) => {
    const { [name]: _, ...rest } = value;
    onChange(given === undefined || given === "" ? rest : { ...rest, [name]: given });
  };
  const fields = fieldsOf(schema);
  const faultOf = ({ name }: ChannelField) => {
    const path = `${pointer}/${name}`;
    const fault = faultAt(error, path);
    if (fault === undefined) return undefined;
    if (value[name] === undefined) return t("channel.missing");
    const refusal = refusalAt(error, path);
    if (refusal !== undefined) return told(refusal);
    return t(`channels:${channel}.settingFault.${name}`, { defaultValue: fault });
  };
  const usual = fields.filter(({ isAdvanced }) => !isAdvanced);
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced);
  const showsAdvanced = isOpen || advanced.some(faultOf);
  const Chevron = showsAdvanced ? IconChevronDown : IconChevronRight;
  const draw = (field: ChannelField) => (
    <OneField
      key={field.name}
      channel={channel}
      field={field}
      value={value[field.name]}
      isSet={hasSecret?.includes(field.name) ?? false}
      error={faultOf(field)}
      onChange={(given) => set(field.name, given)}
    />
  );
  return (
    <Stack>
      {isGuided ? (
        <ol className="guide">
          <li>
            <Text size="sm">
              {t(`channels:${channel}.entry.where`)}{" "}
              <Anchor
                href={t(`channels:${channel}.entry.url`)}
                target="_blank"
                rel="noreferrer"
                inherit
                underline="always"
              >
                {t(`channels:${channel}.entry.link`)}{" "}
                <IconExternalLink size={14} role="img" aria-label={t("channel.newTab")} />
              </Anchor>
            </Text>
          </li>
          {usual.map((field) => (
            <li key={field.name}>{draw(field)}</li>
          ))}
        </ol>
      ) : (
        usual.map(draw)
      )}
      {advanced.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: "flex-start" }}
          leftSection={<Chevron size={16} aria-hidden />}
          aria-expanded={showsAdvanced}
          onClick={() => setOpen(!isOpen)}
        >
          {t("channel.advanced")}
        </Button>
      )}
      {showsAdvanced && advanced.map(draw)}
    </Stack>
  );
}

/** The platform's words about a setting. */
function refusalAt(error: unknown, path: string): string | undefined {
  const isPlatform = error instanceof Refusal && error.code === "conflict";
  return isPlatform && error.faults.some((fault) => fault.path === path) ? error.message : undefined;
}

type FieldProps = {
  channel: ChannelType;
  field: ChannelField;
  value: unknown;
  isSet: boolean;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

/** A setting without words here, as of a new channel, has the label of its schema. */
function OneField({ channel, field, value, isSet, error, onChange }: FieldProps) {
  const { t } = useTranslation("pages");
  const { name, isRequired, standard } = field;
  const label = t(`channels:${channel}.setting.${name}`, { defaultValue: field.label });
  const help = t(`channels:${channel}.settingHelp.${name}`, { defaultValue: field.description ?? "" });
  const description = help || undefined;
  // Faults are told here, in our words, not by the browser's own bubbles.
  const common = { label, description, error, withAsterisk: isRequired && !isSet, "aria-required": isRequired };
  const text = typeof value === "string" ? value : "";
  switch (field.kind) {
    case "secret":
      return (
        <PasswordInput
          {...common}
          aria-invalid={error !== undefined}
          autoComplete="off"
          placeholder={isSet ? t("channel.secretSet") : undefined}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": t("channel.showSecret", { label }) }}
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          allowDeselect={!isRequired && standard === undefined}
          data={field.choices.map((choice) => ({
            value: choice,
            label: t(`channels:${channel}.settingChoice.${name}.${choice}`, { defaultValue: choice }),
          }))}
          value={text || (standard ?? null)}
          onChange={onChange}
        />
      );
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
      return (
        <NumberInput
          {...common}
          placeholder={standard}
          value={typeof value === "number" ? value : ""}
          onChange={onChange}
        />
      );
    case "long-text":
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          placeholder={standard}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "text":
      return (
        <TextInput
          {...common}
          placeholder={standard}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
