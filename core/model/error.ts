import { plainPointer } from "./pointer.ts";

/** Every failure that a caller may see. The code is part of the API; the message is for people. */
export const statusOf = {
  malformed_request: 400,
  invalid_field: 400,
  token_in_query: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  flow_not_found: 404,
  keyword_not_found: 404,
  customer_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  flow_not_published: 409,
  idempotency_conflict: 409,
  storage_full: 409,
  form_required: 409,
  body_too_large: 413,
  file_too_large: 413,
  unsupported_media_type: 415,
  file_type_not_allowed: 415,
  file_type_mismatch: 415,
  outside_messaging_window: 422,
  unsupported_content: 422,
  customer_unreachable: 422,
  rate_limited: 429,
  internal: 500,
  not_implemented: 501,
  platform_failed: 502,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof statusOf;

/** One fault in the caller's input; `path` is a JSON pointer. */
export type Fault = { path: string; message: string };

/**
 * Thrown by domain functions. `message` is one sentence without secrets and without the caller's own text; it may quote a
 * platform in any language.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly faults: Fault[];
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { faults?: Fault[]; status?: number; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.status = more.status ?? statusOf[code];
    this.faults = more.faults ?? [];
    this.headers = more.headers ?? {};
  }
}

/** The first fault becomes the message; the problem document holds all of them. */
export function invalidFields(faults: Fault[]): AppError {
  const [first] = faults;
  const message = first ? `The field ${plainPointer(first.path) || "/"} ${first.message}.` : "A field is invalid.";
  return new AppError("invalid_field", message, { faults });
}

export const notFound = (what: string) => new AppError("not_found", `There is no such ${what}.`);
export const customerNotFound = () => new AppError("customer_not_found", "The page has no such customer.");
export const flowNotFound = () => new AppError("flow_not_found", "There is no such flow on this page.");

/** The same answer for every kind of wrong token, so that it reveals nothing about pages or tokens. */
export const unauthorized = () =>
  new AppError("unauthorized", "The access token is missing or not valid for this page.");
