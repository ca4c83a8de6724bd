import type { Readable } from "node:stream";

/** Keeps the bytes of files under keys such as `web_1000001/7f/1042`. Rows of `media` say what they are. */
export type Storage = {
  /** Returns the path for a new temporary file. A finished one is given to `put`. */
  temporaryPath(): Promise<string>;
  /** Stores a temporary file durably. It may be gone afterwards. */
  put(key: string, temporaryPath: string, file: { bytes: number; sha256: Buffer }): Promise<void>;
  /** The bytes from `start` to `end`, both included. Undefined if there is no such file. */
  open(key: string, range: ByteRange): Promise<Readable | undefined>;
  /** A file that is not there counts as removed. */
  remove(key: string): Promise<void>;
  /** Removes temporary files that a killed process has left. */
  removeOldTemporaries(): Promise<void>;
};

export type ByteRange = { start: number; end: number };
