import { STATUS_CODES } from "node:http";
import { AppError, type ErrorCode } from "@banter/core/model/error.ts";
import { plainPointer } from "@banter/core/model/pointer.ts";
import { isUnavailable } from "../store/db/errors.ts";

/** A failure as it is sent. Every failure of the server is rendered here. */
export type Failure = { status: number; headers: Record<string, string>; body: string };

/** `isPublic`: the public API answers the specification's frozen string unless the caller asks for problem+json. */
export function renderFailure(
  error: AppError,
  { requestId, isPublic, accept = "" }: { requestId: string; isPublic: boolean; accept?: string },
): Failure {
  const isProblem = !isPublic || /application\/problem\+json/i.test(accept);
  const [first] = error.faults;
  const headers: Record<string, string> = {
    "content-type": isProblem ? "application/problem+json" : "application/json",
    "cache-control": "no-store",
    vary: "accept, origin",
    "x-request-id": requestId,
    "x-error-code": error.code,
    "x-error-detail": error.message,
    ...error.headers,
  };
  if (first) headers["x-error-pointer"] = plainPointer(first.path);
  if (error.status === 401) headers["www-authenticate"] = 'Bearer realm="banter"';
  if (error.status === 429 || error.status === 503) headers["retry-after"] ??= "1";
  for (const [name, value] of Object.entries(headers)) headers[name] = asciiOf(value);
  return { status: error.status, headers, body: JSON.stringify(isProblem ? problemOf(error) : frozenBody) };
}

/** Node refuses to send a header with other characters. Letters lose their accents; others become "?". */
const asciiOf = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]/gu, "?");

const frozenBody = "Server internal error";

/** RFC 9457. */
function problemOf(error: AppError) {
  return {
    type: "about:blank",
    title: STATUS_CODES[error.status] ?? "Error",
    status: error.status,
    code: error.code,
    detail: error.message,
    errors: error.faults,
  };
}

/** The caller's view of anything thrown. Unexpected errors become `internal`, without details. */
export function failureOf(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isUnavailable(thrown)) return new AppError("unavailable", "The service is not available just now.");
  const code = codeOf(thrown);
  const known = fromFramework[code];
  if (known) return new AppError(known.code, known.message, { status: known.status });
  if (code.startsWith("FST_ERR_CTP")) return new AppError("malformed_request", "The body cannot be read.");
  return new AppError("internal", "Something went wrong on our side.");
}

/** Errors that Fastify and Node's HTTP server raise themselves. */
const fromFramework: Record<string, { code: ErrorCode; message: string; status?: number }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: "body_too_large", message: "The body is larger than allowed." },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: "unsupported_media_type", message: "The body must be application/json." },
  FST_ERR_BAD_URL: { code: "malformed_request", message: "The path is not valid percent-encoding." },
  FST_ERR_MAX_PARAM_LENGTH: { code: "malformed_request", message: "The path is too long.", status: 414 },
  HPE_HEADER_OVERFLOW: { code: "malformed_request", message: "The headers are too large.", status: 431 },
  ERR_HTTP_REQUEST_TIMEOUT: { code: "malformed_request", message: "The request did not end in time.", status: 408 },
};

/** The failure for a request that is not valid HTTP. */
export function protocolFailureOf(thrown: unknown): AppError {
  const known = fromFramework[codeOf(thrown)];
  const { code, message, status } = known ?? { code: "malformed_request", message: "The request is not valid HTTP." };
  return new AppError(code, message, { status });
}

const codeOf = (thrown: unknown) =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";
