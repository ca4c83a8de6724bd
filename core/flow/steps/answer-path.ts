import { isObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";

/**
 * The keys of a path into a JSON answer: a dotted path (`stock`, `order.items.0.name`, `$.order.items[0].name`) or a
 * JSON pointer (`/order/state`, RFC 6901), which can name every key. An empty path is the whole answer. Undefined if
 * the text is neither.
 */
export function answerKeys(path: string): string[] | undefined {
  if (path === "" || path.startsWith("/")) return pointerKeys(path);
  const dotted = path.replaceAll(/\[(\d+)\]/g, ".$1").replace(/^\$(\.|$)/, "");
  if (dotted === "") return [];
  const keys = dotted.split(".");
  return keys.every((key) => /^[^\s[\]~/]+( +[^\s[\]~/]+)*$/u.test(key)) ? keys : undefined;
}

/** The path of a value in an answer: dotted if it can be, else a JSON pointer. */
export function answerPath(keys: readonly string[]): string {
  const dotted = keys.join(".");
  const isSame = answerKeys(dotted)?.join("/") === keys.join("/") && !keys.some((key) => key.includes("."));
  return isSame && keys.length > 0 ? dotted : pointer(keys);
}

/** The value at the keys; undefined if there is none. */
export function valueAt(json: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, json);
}

function pointerKeys(path: string): string[] | undefined {
  if (!/^(\/([^/~]|~[01])*)*$/.test(path)) return undefined;
  return path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
