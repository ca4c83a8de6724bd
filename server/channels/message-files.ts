/** A file that a message shows, by its address. */
export type ShownFile = { type: "image" | "video" | "audio" | "file"; url: string };

/** A stored file whose bytes can be uploaded. */
export type FileBytes = {
  name: string;
  contentType: string;
  bytes: number;
  open: () => Promise<AsyncIterable<Uint8Array>>;
};

/**
 * The files that a page's messages show. A platform that keeps files gives each an id, by which it is sent from then on:
 * it need not be fetched for every customer.
 */
export type PageFiles = {
  /** The platform's id of a file that it keeps. */
  idOf(file: ShownFile): Promise<string | undefined>;
  /** True if the page has sent the file before, so that the platform is to keep it. Notes that it is sent now. */
  isSentAgain(file: ShownFile): boolean;
  keep(file: ShownFile, platformId: string): void;
  /** The platform does not take this id. */
  forget(file: ShownFile, platformId: string): void;
  /**
   * Uploads a stored file that the platform cannot fetch from its address, once for all messages that wait for it, and
   * keeps its id. Undefined for any other file.
   */
  upload(file: ShownFile, run: (bytes: FileBytes) => Promise<string>): Promise<string | undefined>;
  /** Fetches a file from its address, for platforms that take it only as an upload. Throws NoAnswer. */
  fetch(url: string, maxBytes: number): Promise<Buffer>;
};
