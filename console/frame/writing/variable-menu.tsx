import "./add-words.ts";
import type { Landing } from "@banter/core/model/form.ts";
import { ActionIcon, Popover, type PopoverProps, TextInput } from "@mantine/core";
import { IconBraces, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { listed, optionId, SuggestionList } from "./suggestion-list.tsx";
import { type Suggestion, searchSuggestions } from "./suggestions.ts";
import { useSuggestions } from "./use-suggestions.ts";

type Props = {
  field: string;
  landing: Landing;
  onPick: (text: string, suggestion: Suggestion) => void;
  size?: "sm" | "lg";
  position?: PopoverProps["position"];
  isDisabled?: boolean;
};

/** A button that opens everything a text can contain, with a search and a field for the fallback. */
export function VariableMenu({ field, landing, onPick, size = "sm", position = "bottom-end", ...props }: Props) {
  const { t } = useTranslation("writing");
  const [isOpen, setIsOpen] = useState(false);
  // Kept while the menu is closed: a text often has several variables with the same fallback.
  const [fallback, setFallback] = useState("");
  const label = t("variables.insert", { field });
  const pick = (suggestion: Suggestion) => {
    setIsOpen(false);
    onPick(suggestion.textWith(fallback), suggestion);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position={position} width={300} withinPortal trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={size}
          aria-label={label}
          disabled={props.isDisabled ?? false}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconBraces size={size === "sm" ? 16 : 20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        {isOpen && <Picker landing={landing} fallback={fallback} onFallback={setFallback} onPick={pick} />}
      </Popover.Dropdown>
    </Popover>
  );
}

type PickerProps = {
  landing: Landing;
  fallback: string;
  onFallback: (fallback: string) => void;
  onPick: (suggestion: Suggestion) => void;
};

function Picker({ landing, fallback, onFallback, onPick }: PickerProps) {
  const { t } = useTranslation("writing");
  const listId = useId();
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(0);
  const found = listed(searchSuggestions(useSuggestions(landing), search));
  const chosen = found[active];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length);
    else if (event.key === "Enter" && chosen) onPick(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        m={6}
        size="xs"
        data-autofocus
        role="combobox"
        aria-expanded={found.length > 0}
        aria-label={t("writing.search")}
        aria-autocomplete="list"
        {...(found.length > 0 && { "aria-controls": listId })}
        {...(chosen && { "aria-activedescendant": optionId(listId, chosen.id) })}
        placeholder={t("writing.search")}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <SuggestionList id={listId} label={t("writing.search")} suggestions={found} active={chosen?.id} onPick={onPick} />
      {found.some(({ takesFallback }) => takesFallback) && (
        <div className="variable-menu-foot">
          <TextInput
            size="xs"
            label={t("writing.ifEmpty")}
            placeholder={t("writing.ifEmptySample")}
            value={fallback}
            onChange={({ currentTarget }) => onFallback(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
      )}
    </>
  );
}
