import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { TLSSocket } from "node:tls";

/** An answer of a server, as any stranger gets it. */
export type Probe = {
  status: number;
  /** Its clock, by its own answer. */
  date: Date | undefined;
  /** When its certificate ends; undefined without TLS. */
  certificateEnds: Date | undefined;
};

const timeoutMs = 10_000;

/** Asks an address of the operator's own, or of a platform. Throws if there is no answer or no valid certificate. */
export function probe(url: string): Promise<Probe> {
  const { promise, resolve, reject } = Promise.withResolvers<Probe>();
  const send = new URL(url).protocol === "https:" ? requestSecure : requestPlain;
  const request = send(url, { method: "GET", agent: false, timeout: timeoutMs }, (response) => {
    const { socket } = response;
    const ends = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
    const { date } = response.headers;
    resolve({
      status: response.statusCode ?? 0,
      date: date === undefined ? undefined : new Date(date),
      certificateEnds: ends === undefined ? undefined : new Date(ends),
    });
    response.destroy();
  });
  request.on("timeout", () => request.destroy(new Error("There was no answer within 10 seconds.")));
  request.on("error", reject);
  request.end();
  return promise;
}
