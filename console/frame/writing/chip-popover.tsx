import "./add-words.ts";
import { mayBeEmpty, variableText } from "@banter/core/flow/render/fallbacks.ts";
import { Button, Popover, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldsQuery } from "../../queries.ts";
import { usePage } from "../use-page.ts";
import { type Chip, varyingText } from "./chips.ts";
import type { Place } from "./completion-popup.tsx";
import { useVariableNames } from "./text-chips.tsx";

type Props = {
  chip: Chip | undefined;
  place: Place | undefined;
  onChange: (source: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

/** Edits a chip of a text: the words for an empty value, or the words that vary. */
export function ChipPopover({ chip, place, onChange, onRemove, onClose }: Props) {
  const { t } = useTranslation("writing");
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const isDone = event.key === "Enter" && event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
    if (!isDone && event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  return (
    <Popover
      opened={chip !== undefined && place !== undefined}
      onDismiss={onClose}
      position="bottom-start"
      width={260}
      offset={4}
      shadow="md"
      withinPortal
      trapFocus
    >
      <Popover.Target>
        <span className="writing-anchor" style={place} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={t("writing.chip.edit")} onKeyDown={onKeyDown}>
        {chip && (
          <Stack gap="xs">
            {chip.type === "variable" ? (
              <Variable chip={chip} onChange={onChange} />
            ) : chip.type === "spin" ? (
              <Spin chip={chip} onChange={onChange} />
            ) : (
              <Gender chip={chip} onChange={onChange} />
            )}
            <Button size="compact-sm" variant="subtle" color="red" style={{ alignSelf: "start" }} onClick={onRemove}>
              {t("writing.chip.remove")}
            </Button>
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type ChipProps<Type extends Chip["type"]> = {
  chip: Extract<Chip, { type: Type }>;
  onChange: (source: string) => void;
};

function Variable({ chip: { name, fallback = "" }, onChange }: ChipProps<"variable">) {
  const { t } = useTranslation("writing");
  const { data: fields } = useQuery(fieldsQuery(usePage().id));
  const title = useVariableNames()(name);
  const isFilled = !mayBeEmpty(name, new Set(fields?.map((field) => field.name))) && fallback === "";
  const [words, setWords] = useState(fallback);
  return (
    <>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {!isFilled && (
        <TextInput
          size="sm"
          data-autofocus
          label={t("writing.ifEmpty")}
          placeholder={t("writing.ifEmptySample")}
          value={words}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => {
            setWords(currentTarget.value);
            onChange(variableText(name, currentTarget.value));
          }}
        />
      )}
    </>
  );
}

function Spin({ chip: { choices }, onChange }: ChipProps<"spin">) {
  const { t } = useTranslation("writing");
  const [words, setWords] = useState(choices.join("\n"));
  return (
    <Textarea
      size="sm"
      data-autofocus
      autosize
      minRows={3}
      label={t("writing.spin.title")}
      description={t("writing.spin.lines")}
      value={words}
      // Writing replaces the first of them.
      onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, choices[0]?.length ?? 0)}
      onChange={({ currentTarget }) => {
        setWords(currentTarget.value);
        onChange(varyingText("spin", currentTarget.value.split("\n")));
      }}
    />
  );
}

const genders = ["male", "female", "unknown"] as const;

function Gender({ chip: { choices }, onChange }: ChipProps<"gender">) {
  const { t } = useTranslation("writing");
  const [words, setWords] = useState(genders.map((_, index) => choices[index] ?? ""));
  return genders.map((gender, index) => (
    <TextInput
      key={gender}
      size="sm"
      data-autofocus={index === 0 || undefined}
      label={t(`writing.gender.${gender}`)}
      value={words[index]}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => {
        const next = words.with(index, currentTarget.value);
        setWords(next);
        onChange(varyingText("gender", next));
      }}
    />
  ));
}
