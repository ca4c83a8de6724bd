import "./add-words.ts";
import "./writing.css";
import { Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type Suggestion, suggestionGroups } from "./suggestions.ts";

type Props = {
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  /** The id of the suggestion that Enter picks. */
  active: string | undefined;
  onPick: (suggestion: Suggestion) => void;
  /** A list that scrolls must be reachable by keyboard, unless it belongs to a combobox. */
  tabIndex?: number;
};

export const optionId = (list: string, suggestion: string) => `${list}-${suggestion}`;

/** The suggestions in the order in which they are listed: by group. */
export function listed(suggestions: readonly Suggestion[]): Suggestion[] {
  return suggestionGroups.flatMap((group) => suggestions.filter((each) => each.group === group));
}

/** Suggestions by group. The text field that it belongs to keeps the focus and moves through the list. */
export function SuggestionList({ id, label, suggestions, active, onPick, tabIndex = -1 }: Props) {
  const { t } = useTranslation("writing");
  useEffect(() => {
    if (active !== undefined) document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  if (suggestions.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="xs">
        {t("writing.nothing")}
      </Text>
    );
  }
  return (
    <div role="listbox" id={id} aria-label={label} className="suggestions" tabIndex={tabIndex}>
      {suggestionGroups.map((group) => {
        const items = suggestions.filter((each) => each.group === group);
        if (items.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className="suggestion-group" role="presentation">
              {t(`writing.groups.${group}`)}
            </div>
            {items.map((each) => (
              <Option key={each.id} list={id} suggestion={each} isActive={each.id === active} onPick={onPick} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

type OptionProps = { list: string; suggestion: Suggestion; isActive: boolean; onPick: Props["onPick"] };

function Option({ list, suggestion, isActive, onPick }: OptionProps) {
  const { id, title, detail } = suggestion;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
    <div
      role="option"
      id={optionId(list, id)}
      aria-selected={isActive}
      className="suggestion"
      // The text field keeps its focus and selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(suggestion)}
    >
      <span>{title}</span>
      {detail !== undefined && <span className="suggestion-help">{detail}</span>}
    </div>
  );
}
