import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type ChipWords, chipAfter, chipBefore, chosenChip } from "./chips.ts";
import { drawText, markChosen, placeOf, readText, type Selected, select, selectedIn } from "./dom-text.ts";
import { insert } from "./insertion.ts";
import { createTextHistory } from "./text-history.ts";

type Range = { start: number; end: number };

type Field = {
  text: string;
  isLong: boolean;
  isReadOnly: boolean;
  maxLength: number | undefined;
  wordsOf: (source: string) => ChipWords;
  /** The word between a variable and its fallback. */
  or: string;
  onChange: (text: string) => void;
  /** The caret after typing; undefined after any other change. */
  onTyped: (caret: number | undefined) => void;
};

/**
 * Edits a plain text in an editable element, in which variables are chips. The text is what counts: every change is made
 * to it, and the element is drawn after it. Only an input method changes the element first, and is read.
 */
export function useEditing(root: RefObject<HTMLDivElement | null>, field: Field) {
  const { text, wordsOf, or } = field;
  // Handlers outside of React need the props of the last drawing.
  const now = useRef(field);
  now.current = field;
  const state = useRef<State>({ text, isComposing: false, history: createTextHistory(), last: undefined });

  useLayoutEffect(() => {
    const { current: element } = root;
    if (!element || state.current.isComposing) return;
    const selected = document.activeElement === element ? selectedIn(element) : undefined;
    state.current.text = text;
    drawText(element, text, wordsOf, or);
    if (selected) select(element, within(selected, text.length));
  }, [root, text, wordsOf, or]);

  /** Changes the text, draws it and puts the caret there, unless something else is written in. */
  function change(next: string, caret: number, { isTyped = false, keepsFocus = false, isWhole = false } = {}): void {
    const { current: element } = root;
    const { isReadOnly, maxLength, onChange, onTyped } = now.current;
    if (!element || isReadOnly) return;
    const isLonger = !isWhole && next.length > state.current.text.length;
    if (isLonger && maxLength !== undefined && next.length > maxLength) return;
    state.current.history.note({ text: state.current.text, caret: rangeIn(element)?.end ?? 0 }, isTyped);
    state.current.text = next;
    drawText(element, next, now.current.wordsOf, now.current.or);
    state.current.last = { start: caret, end: caret };
    if (!keepsFocus) select(element, { anchor: caret, focus: caret });
    onTyped(isTyped ? caret : undefined);
    onChange(next);
  }

  function replace(range: Range, words: string, isTyped = false): void {
    const { text: next, caret } = insert(state.current.text, range, words);
    change(next, caret, { isTyped });
  }

  /** The selection; while something else has the focus, the last one. The end of the text if there was none. */
  function selection(): Range {
    const { text, last } = state.current;
    const { length } = text;
    const now = document.activeElement === root.current && root.current ? rangeIn(root.current) : undefined;
    const { start, end } = now ?? last ?? { start: length, end: length };
    return { start: Math.min(start, length), end: Math.min(end, length) };
  }

  function step(direction: "undo" | "redo"): void {
    const to = state.current.history[direction]({ text: state.current.text, caret: selection().end });
    const { current: element } = root;
    if (!to || !element) return;
    state.current.text = to.text;
    drawText(element, to.text, now.current.wordsOf, now.current.or);
    select(element, { anchor: to.caret, focus: to.caret });
    now.current.onTyped(undefined);
    now.current.onChange(to.text);
  }

  useNativeInput(root, { now, state, replace, selection });
  useSelection(root, (range) => {
    state.current.last = range;
  });

  /** Unlike a focus by the browser, it puts the caret where it was, or at the end. */
  function focus(): void {
    const { start, end } = selection();
    root.current?.focus();
    if (root.current) select(root.current, { anchor: start, focus: end });
  }

  /** Takes over a whole text, however long it is. */
  function write(next: string): void {
    root.current?.focus();
    change(next, next.length, { isWhole: true });
  }

  return {
    replace,
    selection,
    change,
    focus,
    write,
    undo: () => step("undo"),
    redo: () => step("redo"),
    text: () => state.current.text,
  };
}

type State = {
  text: string;
  isComposing: boolean;
  history: ReturnType<typeof createTextHistory>;
  /** The last selection: a menu that inserts something takes the focus away. */
  last: Range | undefined;
};

type Editor = {
  now: RefObject<Field>;
  state: RefObject<State>;
  replace: (range: Range, words: string, isTyped?: boolean) => void;
  selection: () => Range;
};

/** React has no event for all that changes an editable element, so its own events are listened to. */
function useNativeInput(root: RefObject<HTMLDivElement | null>, editor: Editor): void {
  const latest = useRef(editor);
  latest.current = editor;
  useEffect(() => {
    const { current: element } = root;
    if (!element) return;

    function beforeInput(event: InputEvent): void {
      const { state, selection, replace } = latest.current;
      // An input method cannot be stopped: its text is read when it has changed the element.
      if (event.isComposing || state.current.isComposing || !event.cancelable) return;
      event.preventDefault();
      const { isLong } = latest.current.now.current;
      const { inputType } = event;
      if (inputType.startsWith("delete")) replace(deletedBy(event, selection(), state.current.text), "", true);
      else if (inputType === "insertParagraph" || inputType === "insertLineBreak") {
        if (isLong) replace(selection(), "\n", true);
      } else if (inputType.startsWith("insert")) {
        const words = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
        replace(targetOf(event) ?? selection(), asTyped(words, isLong), true);
      }
    }

    /** The element was changed by an input method, or by a browser that does not ask. */
    function readBack(isDone: boolean): void {
      const { state, now } = latest.current;
      if (!element) return;
      const words = readText(element);
      const caret = selectedIn(element)?.focus ?? words.length;
      state.current.text = words;
      if (isDone) {
        drawText(element, words, now.current.wordsOf, now.current.or);
        select(element, { anchor: caret, focus: caret });
      } else element.toggleAttribute("data-empty", words === "");
      now.current.onTyped(caret);
      now.current.onChange(words);
    }

    const targetOf = (event: InputEvent) => rangeOf(element, event);
    const deletedBy = (event: InputEvent, selected: Range, words: string): Range => {
      if (selected.start !== selected.end) return selected;
      const isForward = event.inputType.endsWith("Forward");
      const chip = isForward ? chipAfter(words, selected.start) : chipBefore(words, selected.start);
      if (chip) return chip;
      const range = targetOf(event);
      return range && range.start < range.end ? range : oneCharacter(words, selected.start, isForward);
    };

    const listeners = {
      beforeinput: (event: Event) => beforeInput(event as InputEvent),
      input: () => readBack(!latest.current.state.current.isComposing),
      compositionstart: () => {
        const { state, selection } = latest.current;
        state.current.history.note({ text: state.current.text, caret: selection().end }, false);
        state.current.isComposing = true;
      },
      compositionend: () => {
        latest.current.state.current.isComposing = false;
        readBack(true);
      },
    };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
    };
  }, [root]);
}

/** Follows the selection within the element, and shows the chips in it. */
function useSelection(root: RefObject<HTMLDivElement | null>, onSelect: (range: Range) => void): void {
  const latest = useRef(onSelect);
  latest.current = onSelect;
  useEffect(() => {
    const follow = () => {
      if (!root.current) return;
      const range = document.activeElement === root.current ? rangeIn(root.current) : undefined;
      markChosen(root.current, range ?? { start: 0, end: 0 });
      if (range) latest.current(range);
    };
    document.addEventListener("selectionchange", follow);
    return () => document.removeEventListener("selectionchange", follow);
  }, [root]);
}

/**
 * The selection after an arrow key beside a chip: a chip is chosen first, and left by the second press. Undefined where
 * the browser moves the caret by itself.
 */
export function overChip(
  text: string,
  { anchor, focus }: Selected,
  key: "ArrowLeft" | "ArrowRight",
  isExtended: boolean,
): Selected | undefined {
  const isRight = key === "ArrowRight";
  const range = { start: Math.min(anchor, focus), end: Math.max(anchor, focus) };
  if (!isExtended && chosenChip(text, range)) {
    const place = isRight ? range.end : range.start;
    return { anchor: place, focus: place };
  }
  if (!isExtended && anchor !== focus) return undefined;
  const chip = isRight ? chipAfter(text, focus) : chipBefore(text, focus);
  if (!chip) return undefined;
  if (isExtended) return { anchor, focus: isRight ? chip.end : chip.start };
  return { anchor: chip.start, focus: chip.end };
}

/** Text as a field of one or of several lines takes it. */
export function asTyped(words: string, isLong: boolean): string {
  const lines = words.replaceAll(/\r\n?/g, "\n");
  return isLong ? lines : lines.replaceAll(/\s*\n\s*/g, " ");
}

/** The part that a Backspace or Delete removes: what people see as one character. */
export function oneCharacter(text: string, place: number, isForward: boolean): Range {
  const segments = [...new Intl.Segmenter().segment(text)];
  const touched = segments.find(({ index, segment }) =>
    isForward ? index + segment.length > place : index + segment.length >= place,
  );
  if (!touched || (!isForward && place === 0)) return { start: place, end: place };
  return isForward
    ? { start: place, end: touched.index + touched.segment.length }
    : { start: touched.index, end: place };
}

function rangeIn(root: HTMLElement): Range | undefined {
  const selected = selectedIn(root);
  return (
    selected && {
      start: Math.min(selected.anchor, selected.focus),
      end: Math.max(selected.anchor, selected.focus),
    }
  );
}

function rangeOf(root: HTMLElement, event: InputEvent): Range | undefined {
  const [range] = event.getTargetRanges();
  if (!range || !root.contains(range.startContainer)) return undefined;
  return {
    start: placeOf(root, range.startContainer, range.startOffset),
    end: placeOf(root, range.endContainer, range.endOffset),
  };
}

const within = ({ anchor, focus }: Selected, max: number): Selected => ({
  anchor: Math.min(anchor, max),
  focus: Math.min(focus, max),
});
