/** True if the same statement may succeed later. */
export const isUnavailable = (error: unknown) => isDatabaseAway(error) || isContention(error);

/** True if no other statement would succeed now either: the database cannot be reached or takes no writes. */
export function isDatabaseAway(error: unknown): boolean {
  // No such database, access denied, out of disk or connections, a read-only standby.
  return isConnectionError(error) || /^(3D|28|53)/.test(codeOf(error)) || codeOf(error) === "25006";
}

/** Lock and statement time-outs, deadlocks, serialisation failures, and lost interim results of Citus. */
const isContention = (error: unknown) => ["55P03", "57014", "40P01", "40001", "CIINF"].includes(codeOf(error));

export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  if (code.startsWith("08") || code.startsWith("57P") || code === "25P03") return true;
  if (unconnected.has(code)) return true;
  const text = error instanceof Error ? error.message : "";
  return connectionFailures.test(text);
}

/** The peer, the network or this process, which may have too many files open, has no connection to give. */
const unconnected = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EMFILE", "ENFILE"],
]);

/** Errors of the driver, which have no code. */
const connectionFailures = new RegExp(
  [
    "connection terminated",
    "timeout exceeded when trying to connect",
    "query read timeout",
    "client has encountered a connection error",
    "not queryable",
  ].join("|"),
  "i",
);

/** The server has not answered for longer than it may work on a statement: the connection leads nowhere any more. */
export const isSilence = (error: unknown) => error instanceof Error && /query read timeout/i.test(error.message);

/** A statement took longer than it may. */
export const isStatementTimeout = (error: unknown) => codeOf(error) === "57014";

export const isDiskFull = (error: unknown) => codeOf(error) === "53100";

/** True if a unique key refused the row. */
export const isDuplicate = (error: unknown) => codeOf(error) === "23505";

/**
 * True if the database refuses the values (SQLSTATE classes 22, 23 and 54: data, constraints, limits): a retry would
 * fail too.
 */
export const isDataError = (error: unknown) => /^(22|23|54)[0-9A-Z]{3}$/.test(codeOf(error));

function codeOf(error: unknown): string {
  const { code, message } = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
  if (typeof code !== "string") return "";
  return code === "XX000" ? (codeByMessage(String(message)) ?? code) : code;
}

/** Citus passes on an error of another server's COPY without its code. */
function codeByMessage(message: string): string | undefined {
  return citusMessages.find(([words]) => words.test(message))?.[1];
}

const citusMessages: [words: RegExp, code: string][] = [
  [/^duplicate key value violates unique constraint/, "23505"],
  [/violates (check|not-null|foreign key) constraint|violates foreign key/, "23000"],
];
