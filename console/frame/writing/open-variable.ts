/** A variable that is being written: its place in the text, the part of its name before the caret, its fallback. */
export type OpenVariable = { start: number; end: number; query: string; fallback: string | undefined };

/** The longest part of a name that is looked up. Beyond it, the braces are taken for plain text. */
const maxQuery = 40;

/**
 * The variable whose name contains the caret; undefined if there is none. Two braces begin one, or a slash before a
 * word. `end` is behind the closing braces, if there are any, so that a name can be replaced.
 */
export function openVariable(text: string, caret: number): OpenVariable | undefined {
  return inBraces(text, caret) ?? behindSlash(text, caret);
}

/** A slash at the beginning of a word; behind a space it is a slash again. */
function behindSlash(text: string, caret: number): OpenVariable | undefined {
  const [found, query] = /(?<=^|\s)\/([^\s/{}|]*)$/.exec(text.slice(0, caret)) ?? [];
  if (found === undefined || query === undefined || query.length > maxQuery) return undefined;
  return { start: caret - found.length, end: caret, query, fallback: undefined };
}

function inBraces(text: string, caret: number): OpenVariable | undefined {
  const start = text.lastIndexOf("{{", caret - 1);
  if (start === -1 || start + 2 > caret) return undefined;
  const query = text.slice(start + 2, caret);
  if (query.length > maxQuery || /[{}|?\n]/.test(query)) return undefined;
  const [rest = "", fallback] = /^[^{}|?\n]*(\?\?[^{}|\n]*)?\}\}/.exec(text.slice(caret)) ?? [];
  return { start, end: caret + rest.length, query: query.trim(), fallback: fallback?.slice(2).trim() };
}
