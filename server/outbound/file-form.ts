import { randomUUID } from "node:crypto";

/** A file as a part of a form. `open` is called when the bytes are sent. */
export type FormFile = {
  field: string;
  name: string;
  contentType: string;
  bytes: number;
  open: () => Promise<AsyncIterable<Uint8Array>>;
};

/** A form with one file, as platforms take uploads. The file is read while it is sent, never as a whole. */
export class FileForm {
  readonly contentType: string;
  readonly contentLength: number;
  readonly #head: Buffer;
  readonly #tail: Buffer;
  readonly #file: FormFile;

  constructor(fields: Record<string, string>, file: FormFile) {
    const boundary = `banter-${randomUUID()}`;
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const { field, contentType } = file;
    this.#file = file;
    this.#head = Buffer.from(
      `${parts.join("")}--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${plainName(file.name)}"\r\n` +
        `content-type: ${contentType}\r\n\r\n`,
    );
    this.#tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    this.contentType = `multipart/form-data; boundary=${boundary}`;
    this.contentLength = this.#head.length + file.bytes + this.#tail.length;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield this.#head;
    yield* await this.#file.open();
    yield this.#tail;
  }
}

/** The name without signs that could end it. Not all platforms take other letters than those of ASCII. */
function plainName(name: string): string {
  const plain = name
    .normalize("NFD")
    .replaceAll(/[đĐ]/g, "d")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .slice(-100);
  return /[A-Za-z0-9]/.test(plain) ? plain : "file";
}
