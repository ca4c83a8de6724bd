import type { IncomingMessage } from "node:http";
import { AppError } from "@banter/core/model/error.ts";

export type UnsignedBodies = {
  /**
   * Reads a body and passes it to `check`. Its bytes count until `check` has ended. Throws if the body is larger than
   * `maxSize`, ends early, or must make room for others.
   */
  read<Result>(request: IncomingMessage, maxSize: number, check: (body: Buffer) => Promise<Result>): Promise<Result>;
};

type Body = { size: number; refuse: (error: AppError) => void };

/**
 * Bodies whose sender is not verified yet. Together they take at most `maxBytes` of memory. Beyond that, the largest
 * one that is still arriving is refused: platforms send small webhooks, which still pass during a flood of large ones.
 */
export function unsignedBodies(maxBytes: number, onHeld: (bytes: number) => void = () => undefined): UnsignedBodies {
  const arriving = new Set<Body>();
  let held = 0;

  function hold(body: Body, bytes: number): void {
    body.size += bytes;
    held += bytes;
    onHeld(held);
  }

  function makeRoom(): void {
    while (held > maxBytes) {
      const largest = [...arriving].reduce<Body | undefined>((a, b) => (a && a.size >= b.size ? a : b), undefined);
      if (!largest) return;
      arriving.delete(largest);
      hold(largest, -largest.size);
      largest.refuse(new AppError("unavailable", "Too many webhooks are being received."));
    }
  }

  return {
    async read(request, maxSize, check) {
      const body: Body = { size: 0, refuse: () => undefined };
      arriving.add(body);
      try {
        const bytes = await collect(request, maxSize, body, (size) => {
          hold(body, size);
          makeRoom();
        });
        arriving.delete(body);
        return await check(bytes);
      } finally {
        arriving.delete(body);
        hold(body, -body.size);
      }
    },
  };
}

/** Resolves with the whole body. After a failure the rest is dropped as it comes. */
function collect(
  request: IncomingMessage,
  maxSize: number,
  body: Body,
  onBytes: (size: number) => void,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const tooLarge = () => new AppError("body_too_large", "The body is larger than allowed.");
  const endedEarly = () => body.refuse(new AppError("malformed_request", "The body ended early."));
  let chunks: Buffer[] = [];

  function onData(chunk: Buffer): void {
    chunks.push(chunk);
    if (body.size + chunk.length > maxSize) body.refuse(tooLarge());
    else onBytes(chunk.length);
  }
  body.refuse = (error) => {
    request.off("data", onData).resume();
    chunks = [];
    reject(error);
  };
  if (request.destroyed) endedEarly();
  else if (Number(request.headers["content-length"] ?? 0) > maxSize) body.refuse(tooLarge());
  else
    request
      .on("data", onData)
      .once("end", () => {
        request.off("close", endedEarly);
        resolve(Buffer.concat(chunks));
      })
      .once("close", endedEarly);
  return promise;
}
