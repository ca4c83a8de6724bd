/** A text with its caret, at one moment. */
type Moment = { text: string; caret: number };

const maxMoments = 200;

/** Undo and redo of a text. Letters that are typed one after the other are one change, up to a space. */
export function createTextHistory() {
  const past: Moment[] = [];
  let future: Moment[] = [];
  let wasTyped = false;
  return {
    /** Called before a change. */
    note(before: Moment, isTyped: boolean): void {
      const isOneChange = wasTyped && isTyped && past.length > 0 && !/\s$/.test(before.text.slice(0, before.caret));
      if (!isOneChange) past.push(before);
      if (past.length > maxMoments) past.shift();
      future = [];
      wasTyped = isTyped;
    },
    undo(current: Moment): Moment | undefined {
      const to = past.pop();
      if (to) future.push(current);
      wasTyped = false;
      return to;
    },
    redo(current: Moment): Moment | undefined {
      const to = future.pop();
      if (to) past.push(current);
      wasTyped = false;
      return to;
    },
  };
}
