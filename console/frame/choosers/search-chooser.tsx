import "./search-chooser.css";
import { CloseButton, Combobox, InputBase, type InputBaseProps, useVirtualizedCombobox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { finderOf } from "./find.ts";

export type ChoiceItem = { value: string; label: string };

export type SearchChooserProps = Omit<InputBaseProps, "value" | "onChange" | "rightSection"> & {
  "aria-label"?: string;
  readOnly?: boolean;
  items: readonly ChoiceItem[];
  value: string | null;
  onChange: (value: string | null) => void;
  words: { none: string; clear: string };
  placeholder?: string;
  /** Offers to make a new thing, named by what was searched for. Undefined for a name that cannot be given. */
  creation?: { labelOf: (search: string) => string | undefined; create: (search: string) => void };
};

/** The option that makes a new thing. */
const creating = "\u0000new";
const rowHeight = 36;

/** Chooses one of many things by search, without accents. Only the options in view are in the page. */
export function SearchChooser({
  items,
  value,
  onChange,
  words,
  creation,
  placeholder,
  readOnly,
  disabled,
  ...props
}: SearchChooserProps) {
  const listId = useId();
  const chosen = items.find((item) => item.value === value);
  const [search, setSearch] = useState<string>();
  const [active, setActive] = useState(-1);
  const options = useOptions(items, search, creation);
  const combobox = useVirtualizedCombobox({
    totalOptionsCount: options.length,
    getOptionId: (index) => `${listId}-${index}`,
    selectedOptionIndex: active,
    activeOptionIndex: options.findIndex((option) => option.value === value),
    setSelectedOptionIndex: setActive,
    onSelectedOptionSubmit: (index) => submit(options[index]?.value),
    onDropdownOpen: () => setActive(options.findIndex((option) => option.value === value)),
  });
  function close(): void {
    setSearch(undefined);
    combobox.closeDropdown();
  }
  function submit(option: string | undefined): void {
    if (option === undefined) return;
    if (option === creating) creation?.create(search?.trim() ?? "");
    else onChange(option);
    close();
  }
  const canClear = value !== null && !readOnly && !disabled;
  return (
    <Combobox store={combobox} onOptionSubmit={submit} readOnly={readOnly ?? false} resetSelectionOnOptionHover={false}>
      <Combobox.Target targetType="input" withExpandedAttribute>
        <InputBase
          {...props}
          readOnly={readOnly ?? false}
          disabled={disabled ?? false}
          placeholder={placeholder ?? ""}
          value={search ?? chosen?.label ?? ""}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setActive(currentTarget.value.trim() === "" ? -1 : 0);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          // Typing replaces the name that is chosen.
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={close}
          rightSectionPointerEvents={canClear ? "all" : "none"}
          rightSection={
            canClear ? (
              <CloseButton
                size="sm"
                tabIndex={-1}
                aria-label={words.clear}
                // The input keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChange(null)}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={readOnly || disabled}>
        {combobox.dropdownOpened && (
          <Options options={options} value={value} active={active} ids={listId} words={words} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** While nothing is searched, all items; then those that match, and the offer to make a new one. */
function useOptions(
  items: readonly ChoiceItem[],
  search: string | undefined,
  creation: SearchChooserProps["creation"],
): ChoiceItem[] {
  const find = useMemo(() => finderOf(items, ({ label }) => label), [items]);
  const found = useMemo(() => find(search ?? ""), [find, search]);
  const label = creation?.labelOf(search?.trim() ?? "");
  return label === undefined ? found : [...found, { value: creating, label }];
}

type OptionsProps = {
  options: readonly ChoiceItem[];
  value: string | null;
  active: number;
  ids: string;
  words: { none: string };
};

function Options({ options, value, active, ids, words }: OptionsProps) {
  const box = useRef<HTMLDivElement>(null);
  // The offer to make a new thing stays in view below the others.
  const isOffering = options.at(-1)?.value === creating;
  const count = options.length - (isOffering ? 1 : 0);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  useEffect(() => {
    if (active >= 0 && active < count) rows.scrollToIndex(active);
  }, [active, count, rows]);
  const propsOf = (index: number) => {
    const option = options[index];
    return {
      id: `${ids}-${index}`,
      value: option?.value ?? "",
      active: option?.value === value,
      selected: index === active,
      "aria-selected": option?.value === value,
      "aria-setsize": options.length,
      "aria-posinset": index + 1,
      children: option?.label,
    };
  };
  return (
    <Combobox.Options>
      {count === 0 && <Combobox.Empty>{words.none}</Combobox.Empty>}
      <div className="chooser-rows" ref={box} role="presentation">
        <div role="presentation" style={{ height: rows.getTotalSize(), position: "relative" }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <Combobox.Option
              key={options[index]?.value}
              className="chooser-row"
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              {...propsOf(index)}
            />
          ))}
        </div>
      </div>
      {isOffering && <Combobox.Option className="chooser-offer" {...propsOf(count)} />}
    </Combobox.Options>
  );
}
