import { once } from "node:events";
import type { Duplex } from "node:stream";
import type pg from "pg";

/** Rows are gathered into pieces of at least this size. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Runs a `copy … to stdout` and yields its rows as text, in pieces that end with a row. Reading stops while the caller
 * is busy. Returns the number of rows.
 */
export async function* copyOut(client: pg.Client, statement: string): AsyncGenerator<Buffer, number> {
  const pieces: Buffer[] = [];
  let rows: Buffer[] = [];
  let bytes = 0;
  let wake = Promise.withResolvers<void>();
  const cut = () => {
    if (bytes > 0) pieces.push(Buffer.concat(rows));
    rows = [];
    bytes = 0;
    wake.resolve();
  };
  const query = copyQuery(statement, {
    handleCopyData({ chunk }, { stream }) {
      // The driver uses the chunk's memory again.
      rows.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes < pieceBytes) return;
      cut();
      stream.pause();
    },
  });
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    cut();
  };
  query.ended.then(end, end);
  client.query(query);
  for (;;) {
    const piece = pieces.shift();
    if (piece) {
      yield piece;
      continue;
    }
    if (hasEnded) return await query.ended;
    await wake.promise;
    wake = Promise.withResolvers();
    query.stream()?.resume();
  }
}

/** Runs a `copy … from stdin` with these rows. Returns their number. */
export async function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<number> {
  const query = copyQuery(statement, {
    handleCopyInResponse: (connection) => void send(connection, rows, query.ended),
  });
  client.query(query);
  return query.ended;
}

async function send(connection: Connection, rows: AsyncIterable<Buffer>, ended: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = ended.catch(() => undefined).then(() => (hasEnded = true));
  try {
    for await (const chunk of rows) {
      // PostgreSQL has refused a row before all were sent.
      if (hasEnded) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, "drain"), end]);
    }
    connection.endCopyFrom();
  } catch (error) {
    connection.sendCopyFail(error instanceof Error ? error.message : "The rows cannot be read.");
  }
}

/** The driver's connection. Its type leaves out what copying needs. */
type Connection = {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

type CopyHandlers = {
  handleCopyData?: (message: { chunk: Buffer }, connection: Connection) => void;
  handleCopyInResponse?: (connection: Connection) => void;
};

/** A query for the driver that copies. `ended` resolves with the number of rows. */
function copyQuery(statement: string, handlers: CopyHandlers) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<number>();
  ended.catch(() => undefined);
  let connection: Connection | undefined;
  let rows = 0;
  return {
    ended,
    stream: () => connection?.stream,
    submit(given: unknown) {
      connection = given as Connection;
      connection.query(statement);
    },
    handleCopyInResponse: (connection: Connection) => connection.sendCopyFail("There are no rows."),
    handleCopyData: () => undefined,
    ...handlers,
    handleCommandComplete({ text }: { text: string }) {
      rows = Number(/^COPY ([0-9]+)$/.exec(text)?.[1] ?? 0);
    },
    handleReadyForQuery: () => resolve(rows),
    handleError: (error: Error) => reject(error),
  };
}
