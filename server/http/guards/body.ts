import { isUtf8 } from "node:buffer";
import { AppError, invalidFields } from "@banter/core/model/error.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import { isStorable } from "@banter/core/model/text.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Parses JSON bodies. An empty body is undefined with any content type, because real clients send that. */
export function readBodies(app: FastifyInstance): void {
  // Fastify checks the content type even of an empty body.
  app.addHook("onRequest", async ({ raw: { headers } }) => {
    const { "content-length": length = "0", "transfer-encoding": coding } = headers;
    if (length === "0" && coding === undefined) delete headers["content-type"];
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (request: FastifyRequest, bytes: Buffer) => {
    if (bytes.length === 0) return undefined;
    if (!/^application\/json[ \t]*(;|$)/i.test(request.headers["content-type"] ?? "")) {
      throw new AppError("unsupported_media_type", "The body must be application/json.");
    }
    return parseJson(bytes);
  });
}

/** Accepts JSON objects in UTF-8 of limited depth whose text PostgreSQL can store. Refuses keys such as `__proto__`. */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed("The body is not UTF-8.");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (depthOf(text) > maxDepth) throw malformed("The body is nested too deep.");
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed("The body must be a JSON object.");
  }
  check(value, []);
  return value;
}

const maxDepth = 32;
const malformed = (message: string) => new AppError("malformed_request", message);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The body is not JSON.");
  }
}

/** Counted before parsing, so that a body full of brackets costs only one pass. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === backslash) index++;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (code === openBrace || code === openBracket) deepest = Math.max(deepest, ++depth);
    else if (code === closeBrace || code === closeBracket) depth--;
  }
  return deepest;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [34, 92, 123, 125, 91, 93];

/** `path` is one array that is pushed and popped, because a body may hold half a million items. */
function check(value: unknown, path: (string | number)[]): void {
  if (typeof value === "string") checkText(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__" || (key === "constructor" && typeof item === "object")) {
      throw malformed("The body holds a key that is not allowed.");
    }
    checkText(key, path);
    path.push(key);
    check(item, path);
    path.pop();
  }
}

/** PostgreSQL takes neither NUL nor lone surrogates, in a value to store as little as in one to look for. */
export function checkText(text: string, path: (string | number)[]): void {
  if (!isStorable(text)) throw invalidFields([{ path: pointer(path), message: "holds NUL or a lone surrogate" }]);
}
