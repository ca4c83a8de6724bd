import { type DestinationStream, type Logger, pino } from "pino";

/** The server's log: a JSON object per line. `destination` is standard output unless given. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: describeError } }, destination);
}

/**
 * The parts of an error that hold no data. Errors of the database have more: `detail` may be a whole row, with the
 * tokens of a page in it, and `where` a piece of a document.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, code, severity, table, column, constraint, cause } = error as Error & Record<string, unknown>;
  const message = quotesValue(code) ? "The database refused a value." : error.message;
  const described = { type: name, message, stack: framesOf(error), code, severity, table, column, constraint };
  return cause instanceof Error ? { ...described, cause: describeError(cause) } : described;
}

/** SQLSTATE class 22: data exceptions, whose messages quote the value. */
const quotesValue = (code: unknown) => typeof code === "string" && /^22[0-9A-Z]{3}$/.test(code);

/** The stack without its first lines, which repeat the message. */
const framesOf = ({ stack = "" }: Error) =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
