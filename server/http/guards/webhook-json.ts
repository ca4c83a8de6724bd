import { AppError } from "@banter/core/model/error.ts";

const maxDepth = 32;
/** Limit for the items of all arrays together. Platforms send up to about a thousand events, each with a few arrays. */
const maxItems = 10_000;

/**
 * Parses a webhook within limits of depth and length. Text that PostgreSQL cannot store is replaced, not refused: a
 * platform would repeat a refused webhook for days. A member that is null is left out, because platforms write null for
 * fields that may be absent.
 */
export function parseWebhook(bytes: Buffer): unknown {
  checkLimits(bytes);
  const text = bytes.toString("utf8");
  const value = parse(text);
  if (/:\s*null/.test(text)) removeNulls(value);
  return /\\u(0000|d[89a-f])/i.test(text) ? storable(value) : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The body is not JSON.");
  }
}

/** One pass over the bytes, before they are parsed. */
function checkLimits(bytes: Buffer): void {
  const isArray: boolean[] = [];
  let items = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index);
    else if (byte === openBracket || byte === openBrace) isArray.push(byte === openBracket);
    else if (byte === closeBracket || byte === closeBrace) isArray.pop();
    if (byte === openBracket || (byte === comma && isArray.at(-1))) items++;
    if (isArray.length > maxDepth) throw malformed("The body is nested too deep.");
    if (items > maxItems) throw malformed("The body holds too many items.");
  }
}

function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(quote, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, index: number): boolean {
  let backslashes = 0;
  while (bytes[index - 1 - backslashes] === backslash) backslashes++;
  return backslashes % 2 === 1;
}

const [quote, backslash, comma, openBrace, closeBrace, openBracket, closeBracket] = [34, 92, 44, 123, 125, 91, 93];

/** Changes the value in place. */
function removeNulls(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (item === null && !Array.isArray(value)) Reflect.deleteProperty(value, key);
    else removeNulls(item);
  }
}

/** Changes the value in place. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "\ufffd");
  if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) (value as Record<string, unknown>)[key] = storable(item);
  return value;
}

const malformed = (message: string) => new AppError("malformed_request", message);
