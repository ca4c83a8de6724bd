import "./add-words.ts";
import "./writing.css";
import { parseTemplate } from "@banter/core/flow/render/template.ts";
import type { Landing } from "@banter/core/model/form.ts";
import { Input } from "@mantine/core";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { ChipPopover } from "./chip-popover.tsx";
import { type Chip, chipsIn, chipWords, chosenChip } from "./chips.ts";
import { CompletionPopup, type Place } from "./completion-popup.tsx";
import { chipElement, pointAt, select, selectedIn } from "./dom-text.ts";
import { EmojiButton } from "./emoji/emoji-button.tsx";
import type { Suggestion } from "./suggestions.ts";
import { useVariableNames } from "./text-chips.tsx";
import { useCompletion } from "./use-completion.ts";
import { asTyped, overChip, useEditing } from "./use-editing.ts";
import { VariableMenu } from "./variable-menu.tsx";

/** Actions of the field for other parts. */
export type WritingHandle = {
  focus: () => void;
  /** Inserts text at the caret, in place of the selection. */
  insert: (words: string, suggestion?: Pick<Suggestion, "isEdited">) => void;
  /** Takes over another text, with the caret behind it. */
  write: (text: string) => void;
  /** Takes over another text, and edits the chip that contains this place. */
  editChip: (text: string, place: number) => void;
};

type Props = {
  /** The name of the field: above it, or for screen readers only. */
  label: string;
  isLabelHidden?: boolean;
  value: string;
  onChange: (text: string) => void;
  /** The place that the text is for, which decides the variables on offer. None: it is plain text. */
  landing?: Landing | undefined;
  /** Several lines. */
  isLong?: boolean;
  isReadOnly?: boolean;
  isDisabled?: boolean;
  /** Without a frame and a visible label: inside of a bubble, a card or a button. */
  isBare?: boolean;
  placeholder?: string | undefined;
  description?: string | undefined;
  error?: ReactNode;
  required?: boolean;
  /** Longer texts cannot be typed. */
  maxLength?: number;
  /** False where something around the field undoes changes. */
  hasUndo?: boolean;
  /** Shown beside the buttons for variables and emoji. */
  beside?: ReactNode;
  /** False leaves out the buttons for variables and emoji; their keys work all the same. */
  hasTools?: boolean;
  /** False where a slash means something else than a variable. */
  hasSlash?: boolean;
  autoFocus?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  ref?: Ref<WritingHandle>;
};

/**
 * A text that is written as one chats: variables are chips, which two braces, a slash or a menu insert, and emoji have a
 * picker. The value is the plain text of the document, with its braces.
 */
export function WritingField({ landing, isLong = false, isReadOnly = false, hasUndo = true, ...props }: Props) {
  const { label, value, onChange, isDisabled = false, isBare = false, hasTools = true, beside } = props;
  const { description, error, required = false, maxLength, hasSlash = true, onKeyDown, ref } = props;
  const { t } = useTranslation("writing");
  const root = useRef<HTMLDivElement>(null);
  const ids = useId();
  const isOff = isReadOnly || isDisabled;
  const wordsOf = useChipWords();
  const editing = useEditing(root, {
    text: value,
    isLong,
    isReadOnly: isOff,
    maxLength,
    wordsOf,
    or: t("writing.or"),
    onChange,
    onTyped: (caret) => completing.typedAt(caret),
  });
  const chip = useEditedChip(root, editing);
  const completing = useCompletion({
    text: value,
    landing,
    isReadOnly: isOff,
    hasSlash,
    onPick: ({ textWith, isEdited }, open) => chip.putIn(open, textWith(open.fallback), isEdited),
  });
  const insert = (words: string, { isEdited }: Pick<Suggestion, "isEdited"> = {}) => {
    const range = editing.selection();
    root.current?.focus();
    chip.putIn(range, words, isEdited);
  };
  useImperativeHandle(ref, () => ({
    focus: editing.focus,
    insert,
    write: editing.write,
    editChip: chip.editIn,
  }));
  const keys = useKeys(root, { editing, hasUndo, onEdit: chip.edit });
  return (
    <Input.Wrapper
      className="writing-field"
      label={isBare || props.isLabelHidden ? undefined : label}
      labelElement="div"
      labelProps={{ id: `${ids}-label` }}
      description={description}
      descriptionProps={{ id: `${ids}-help` }}
      error={error}
      errorProps={{ id: `${ids}-fault` }}
      required={required}
    >
      <div className={isBare ? "writing is-bare" : "writing"} data-error={error ? true : undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: a text field of the browser cannot hold chips */}
        <div
          ref={root}
          role="textbox"
          tabIndex={isDisabled ? -1 : 0}
          contentEditable={!isOff}
          suppressContentEditableWarning
          className="writing-text"
          data-writing={isLong ? "long" : "line"}
          {...namesOf(props, ids)}
          aria-multiline={isLong}
          aria-readonly={isReadOnly || undefined}
          {...completing.ariaProps}
          onBlur={completing.close}
          onMouseDown={(event) => {
            completing.close();
            keys.onMouseDown(event);
          }}
          onClick={keys.onClick}
          onKeyDown={(event) => {
            if (!completing.onKeyDown(event) && !keys.onKeyDown(event)) onKeyDown?.(event);
          }}
          // A part of the text is moved by the clipboard; dragging it would move its nodes.
          onDragStart={(event) => event.preventDefault()}
          onCopy={keys.onCopy}
          onCut={keys.onCut}
          onPaste={(event) => keys.onPaste(event, isLong)}
        />
        <Tools field={label} landing={landing} isShown={hasTools && !isOff} beside={beside} onInsert={insert} />
        <CompletionPopup completion={completing.completion} placeOf={(start) => placeOnPage(root, start)} />
        <ChipPopover {...chip.popover} />
      </div>
    </Input.Wrapper>
  );
}

/** The names and states for screen readers. */
function namesOf({ label, placeholder, isBare, isLabelHidden, isDisabled, ...props }: Props, ids: string) {
  const { description, error, required, autoFocus } = props;
  return {
    ...(isBare || isLabelHidden ? { "aria-label": label } : { "aria-labelledby": `${ids}-label` }),
    "aria-describedby": error ? `${ids}-fault` : description ? `${ids}-help` : undefined,
    "aria-invalid": error ? true : undefined,
    "aria-disabled": isDisabled || undefined,
    "aria-required": required || undefined,
    "aria-placeholder": placeholder,
    "data-placeholder": placeholder,
    "data-autofocus": autoFocus || undefined,
  };
}

type ToolsProps = {
  field: string;
  landing: Landing | undefined;
  isShown: boolean;
  beside: ReactNode;
  onInsert: (words: string, suggestion?: Suggestion) => void;
};

function Tools({ field, landing, isShown, beside, onInsert }: ToolsProps) {
  const { t } = useTranslation("writing");
  if (!isShown && !beside) return null;
  return (
    <div className="writing-tools">
      {beside}
      {isShown && landing && <VariableMenu field={field} landing={landing} onPick={onInsert} />}
      {isShown && (landing ?? "text") === "text" && (
        <EmojiButton
          size="sm"
          position="bottom-end"
          label={t("writing.emoji", { field })}
          onChoose={(emoji) => onInsert(emoji)}
        />
      )}
    </div>
  );
}

/** The chip that is being edited, in a popover beside it. */
function useEditedChip(root: RefObject<HTMLDivElement | null>, editing: ReturnType<typeof useEditing>) {
  const [edited, edit] = useState<Chip>();
  const leaveAt = (place: number) => {
    edit(undefined);
    if (!root.current) return;
    root.current.focus();
    select(root.current, { anchor: place, focus: place });
  };
  return {
    edit,
    putIn(range: { start: number; end: number }, words: string, isEdited = false): void {
      editing.replace(range, words);
      if (isEdited) edit(chipsIn(editing.text()).find(({ start }) => start >= range.start));
    },
    editIn(text: string, place: number): void {
      editing.change(text, place);
      edit(chipsIn(text).find(({ start, end }) => start <= place && place < end));
    },
    popover: {
      chip: edited,
      place: edited && placeOfChip(root, edited.start),
      onChange(source: string): void {
        if (!edited) return;
        const { start, end } = edited;
        const next = editing.text().slice(0, start) + source + editing.text().slice(end);
        editing.change(next, start + source.length, { keepsFocus: true });
        edit(chipsIn(next).find((chip) => chip.start === start));
      },
      onRemove(): void {
        if (edited) editing.replace(edited, "");
        leaveAt(edited?.start ?? 0);
      },
      onClose: () => leaveAt(Math.min(edited?.end ?? 0, editing.text().length)),
    },
  };
}

type Keys = { editing: ReturnType<typeof useEditing>; hasUndo: boolean; onEdit: (chip: Chip) => void };

/** Keys, the mouse and the clipboard, where they differ from what a browser does in a text. */
function useKeys(root: RefObject<HTMLDivElement | null>, { editing, hasUndo, onEdit }: Keys) {
  const copy = (event: ClipboardEvent) => {
    const { start, end } = editing.selection();
    event.clipboardData.setData("text/plain", editing.text().slice(start, end));
    event.preventDefault();
    return { start, end };
  };
  const pressedChip = ({ target }: MouseEvent): Chip | undefined => {
    const chip = (target as Element).closest<HTMLElement>("[contenteditable=true] [data-source]");
    const all = [...(root.current?.querySelectorAll<HTMLElement>("[data-source]") ?? [])];
    return chip ? chipsIn(editing.text())[all.indexOf(chip)] : undefined;
  };
  return {
    /** True if it took the key. */
    onKeyDown(event: KeyboardEvent): boolean {
      const selected = root.current && selectedIn(root.current);
      if (!selected || !root.current || event.nativeEvent.isComposing) return false;
      const { key, shiftKey } = event;
      const isCommand = event.ctrlKey || event.metaKey;
      const range = editing.selection();
      const chosen = chosenChip(editing.text(), range);
      if ((key === "ArrowLeft" || key === "ArrowRight") && !isCommand && !event.altKey) {
        const next = overChip(editing.text(), selected, key, shiftKey);
        if (!next) return false;
        select(root.current, next);
      } else if (key === "Enter" && chosen) onEdit(chosen);
      else if (hasUndo && isCommand && /^[zy]$/i.test(key)) {
        if (shiftKey || key.toLowerCase() === "y") editing.redo();
        else editing.undo();
      } else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    onMouseDown(event: MouseEvent): void {
      const chip = pressedChip(event);
      if (!chip || !root.current) return;
      // The browser would put the caret beside the chip.
      event.preventDefault();
      root.current.focus();
      select(root.current, { anchor: chip.start, focus: chip.end });
    },
    // Not when the button goes down: the popover would take that press for one beside it, and close.
    onClick(event: MouseEvent): void {
      const chip = pressedChip(event);
      if (chip) onEdit(chip);
    },
    onCopy: copy,
    onCut(event: ClipboardEvent): void {
      editing.replace(copy(event), "");
    },
    onPaste(event: ClipboardEvent, isLong: boolean): void {
      const words = event.clipboardData.getData("text/plain");
      // Files are for those around the field.
      if (words === "") return;
      event.preventDefault();
      editing.replace(editing.selection(), asTyped(words, isLong));
    },
  };
}

function useChipWords() {
  const nameOf = useVariableNames();
  return useCallback(
    (source: string) => {
      const [part] = parseTemplate(source);
      return !part || part.type === "text" ? { title: source } : chipWords(part, nameOf);
    },
    [nameOf],
  );
}

function placeOnPage(root: RefObject<HTMLDivElement | null>, start: number): Place | undefined {
  if (!root.current) return undefined;
  const range = document.createRange();
  range.setStart(...pointAt(root.current, start));
  return relative(root.current, range.getClientRects()[0] ?? root.current.getBoundingClientRect());
}

function placeOfChip(root: RefObject<HTMLDivElement | null>, start: number): Place | undefined {
  const chip = root.current && chipElement(root.current, start);
  return chip ? relative(chip, chip.getBoundingClientRect()) : undefined;
}

function relative(element: HTMLElement, { left, top, height }: DOMRect): Place | undefined {
  const field = element.closest(".writing")?.getBoundingClientRect();
  return field && { left: left - field.left, top: top - field.top, height };
}
