import "./rows.css";
import { Button, Input, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { SortableList } from "../../../ui/sorting/sortable-list.tsx";
import { useScene } from "../../context.ts";
import type { Path } from "../../edit/draft.ts";
import { useInspected } from "../../inspector/context.ts";
import { FieldFault } from "../../inspector/field-fault.tsx";
import { RemoveButton } from "../../inspector/remove-button.tsx";
import { type Kind, KindMenu } from "./kind-menu.tsx";
import { isBlankField, isOneLine, useRowFocus, wordsIn } from "./use-row-focus.ts";

type Props = {
  /** Shown above the rows. */
  label?: string;
  items: readonly unknown[];
  path: Path;
  onChange: (items: unknown[]) => void;
  max: number;
  /** The least number of rows: fewer cannot be left by keys. */
  min?: number;
  /** A new item, of the kind that was chosen if there are several. */
  blank: (kind: string) => unknown;
  /** Nothing adds rows if it is left out. */
  add?: { label: string; of?: string; kinds?: readonly Kind[] };
  nameOf: (index: number) => string;
  /** Rows of settings, buttons on a bubble, or pills below it. */
  look?: "rows" | "buttons" | "pills";
  children: (item: unknown, index: number) => ReactNode;
};

/**
 * Rows that are added, removed and put in order. Enter in the words of a row goes on to the next one, Backspace in empty
 * words removes the row. A new row gets the focus.
 */
export function RowList({ label, items, path, onChange, max, min = 0, blank, add, nameOf, ...more }: Props) {
  const { look = "rows", children } = more;
  const { builder } = useScene();
  const { stepId, isReadOnly } = useInspected();
  const { list, focusRow } = useRowFocus();
  const heading = useId();
  const isFull = items.length >= max;

  function insert(index: number, kind = ""): void {
    builder.markNew(stepId, [...path, index]);
    onChange(items.toSpliced(index, 0, blank(kind)));
    focusRow(index, true);
  }

  function remove(index: number): void {
    onChange(items.toSpliced(index, 1));
    focusRow(Math.max(0, index - 1), false);
  }

  function press(event: KeyboardEvent, index: number): void {
    const field = event.target as HTMLElement;
    if (isReadOnly || event.defaultPrevented || event.nativeEvent.isComposing || !field.closest(".row-words")) return;
    if (event.key === "Enter" && isOneLine(field) && !isBlankField(field)) {
      event.preventDefault();
      const next = wordsIn(list.current, index + 1);
      if (next && isBlankField(next)) next.focus();
      else if (!isFull && !add?.kinds) insert(index + 1);
    }
    if (event.key === "Backspace" && isBlankField(field) && items.length > min) {
      event.preventDefault();
      remove(index);
    }
  }

  if (items.length === 0 && (isReadOnly || !add)) return null;
  return (
    <Stack
      gap={6}
      role="group"
      className={`row-group is-${look}`}
      {...(label !== undefined && { "aria-labelledby": heading })}
    >
      {label !== undefined && (
        <Input.Label id={heading} labelElement="div">
          {label}
        </Input.Label>
      )}
      <div ref={list} className="row-list-frame">
        <SortableList
          className="row-list"
          flow={look === "pills" ? "wrap" : "column"}
          items={items.map((item, index) => ({ item, index }))}
          keyOf={({ index }) => index + 1}
          nameOf={({ index }) => nameOf(index)}
          onReorder={(next) => onChange(next.map(({ item }) => item))}
          disabled={isReadOnly || items.length < 2}
          render={({ item, index }, handle) => (
            <fieldset
              key={index}
              data-row={index}
              className="form-row"
              aria-label={nameOf(index)}
              onKeyDown={(event) => press(event, index)}
            >
              {children(item, index)}
              {!isReadOnly && (
                <div className="row-tools">
                  {handle}
                  <RemoveButton name={nameOf(index)} onClick={() => onChange(items.toSpliced(index, 1))} />
                </div>
              )}
            </fieldset>
          )}
        />
      </div>
      <FieldFault path={path} />
      {!isReadOnly && !isFull && add?.kinds && (
        <KindMenu
          label={add.label}
          kinds={add.kinds}
          isOpen={items.length === 0}
          onChoose={(kind) => insert(items.length, kind)}
        />
      )}
      {!isReadOnly && !isFull && add && !add.kinds && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className="row-add"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={add.of}
          onClick={() => insert(items.length)}
        >
          {add.label}
        </Button>
      )}
    </Stack>
  );
}
