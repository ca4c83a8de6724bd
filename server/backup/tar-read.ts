/** A file in an archive. Its body must be read, or left, before the next entry is asked for. */
export type TarEntry = { name: string; size: number; body: AsyncIterable<Buffer> };

const block = 512;

/** The files of a tar archive, one after the other. Throws if the archive ends early or is damaged. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = byteReader(chunks);
  for (;;) {
    const header = Buffer.concat(await Array.fromAsync(bytes.take(block)));
    if (header.every((byte) => byte === 0)) return bytes.drain();
    const { name, size } = readHeader(header);
    const body = bytes.take(size);
    yield { name, size, body };
    // The part that the caller has left.
    for await (const _ of body);
    for await (const _ of bytes.take((block - (size % block)) % block));
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (start: number, end: number) => header.toString("utf8", start, end).replace(/[\0 ].*$/s, "");
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (sum !== Number.parseInt(text(148, 156), 8) || text(257, 262) !== "ustar")
    throw new Error("The archive is damaged, or is not a tar archive.");
  return { name: text(0, 100), size: Number.parseInt(text(124, 136), 8) };
}

function byteReader(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    /** Reads what follows the end, so that the stream can end in order. */
    async drain(): Promise<void> {
      while (!(await iterator.next()).done);
    },
    /** The next `count` bytes. Asked for again, it goes on where it stopped. */
    take(count: number): AsyncIterableIterator<Buffer> {
      let missing = count;
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        async next() {
          if (missing === 0) return { done: true, value: undefined };
          if (rest.length === 0) {
            const { done, value } = await iterator.next();
            if (done) throw new Error("The archive ends early: it was cut off.");
            rest = value;
          }
          const value = rest.subarray(0, missing);
          rest = rest.subarray(value.length);
          missing -= value.length;
          return { done: false, value };
        },
      };
    },
  };
}
