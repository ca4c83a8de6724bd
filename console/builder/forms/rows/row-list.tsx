import "./rows.css";
import { Button, Input, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useScene } from "../../context.ts";
import type { Path } from "../../edit/draft.ts";
import { useInspected } from "../../inspector/context.ts";
import { FieldFault } from "../../inspector/field-fault.tsx";
import { ItemTools } from "../../inspector/item-tools.tsx";
import { useRowFocus, wordsIn } from "./use-row-focus.ts";

type Props = {
  /** Shown above the rows. */
  label?: string;
  items: readonly unknown[];
  path: Path;
  onChange: (items: unknown[]) => void;
  max: number;
  /** The least number of rows: fewer cannot be left by keys. */
  min?: number;
  blank: () => unknown;
  add: { label: string; of?: string };
  nameOf: (index: number) => string;
  children: (item: unknown, index: number) => ReactNode;
};

/**
 * Rows that are added, removed and put in order. Enter in the words of a row goes on to the next one, Backspace in empty
 * words removes the row. A new row gets the focus.
 */
export function RowList({ label, items, path, onChange, max, min = 0, blank, add, nameOf, children }: Props) {
  const { builder } = useScene();
  const { stepId, isReadOnly } = useInspected();
  const { list, focusRow } = useRowFocus();
  const heading = useId();
  const isFull = items.length >= max;

  function insert(index: number): void {
    builder.markNew(stepId, [...path, index]);
    onChange(items.toSpliced(index, 0, blank()));
    focusRow(index, true);
  }

  function press(event: KeyboardEvent, index: number): void {
    const field = event.target as HTMLInputElement;
    if (isReadOnly || event.defaultPrevented || event.nativeEvent.isComposing || !field.closest(".row-words")) return;
    if (event.key === "Enter" && field.tagName === "INPUT" && field.value !== "") {
      event.preventDefault();
      const next = wordsIn(list.current, index + 1);
      if (next?.value === "") next.focus();
      else if (!isFull) insert(index + 1);
    }
    if (event.key === "Backspace" && field.value === "" && items.length > min) {
      event.preventDefault();
      onChange(items.toSpliced(index, 1));
      focusRow(Math.max(0, index - 1), false);
    }
  }

  if (isReadOnly && items.length === 0) return null;
  return (
    <Stack gap={6} role="group" {...(label !== undefined && { "aria-labelledby": heading })}>
      {label !== undefined && (
        <Input.Label id={heading} labelElement="div">
          {label}
        </Input.Label>
      )}
      <div ref={list} className="row-list">
        {items.map((item, index) => (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
            key={index}
            data-row={index}
            className="form-row"
            aria-label={nameOf(index)}
            onKeyDown={(event) => press(event, index)}
          >
            {children(item, index)}
            {!isReadOnly && (
              <div className="row-tools">
                <ItemTools items={items} index={index} name={nameOf(index)} onChange={onChange} />
              </div>
            )}
          </fieldset>
        ))}
      </div>
      <FieldFault path={path} />
      {!isReadOnly && !isFull && (
        <Button
          size="compact-sm"
          variant="light"
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
