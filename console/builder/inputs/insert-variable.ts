/** Replaces the selection of a text by a variable. `caret` is behind the variable. */
export function insertVariable(
  text: string,
  variable: string,
  selection: { start?: number | null; end?: number | null } = {},
): { text: string; caret: number } {
  const start = selection.start ?? text.length;
  const inserted = `{{${variable}}}`;
  return {
    text: text.slice(0, start) + inserted + text.slice(selection.end ?? text.length),
    caret: start + inserted.length,
  };
}
