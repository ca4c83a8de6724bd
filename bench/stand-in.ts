import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What arrives at the platform, of which only these fields matter here. */
export type Arrival = { id: number; to: string };

export type StandIn = { origin: string; onArrival: (arrival: Arrival) => void; stop(): Promise<void> };

/**
 * The platform. It lives in the driver's process: on two cores a process of its own would cost a wake-up for each post
 * and a message to the driver for each job, which is more than the posts themselves.
 */
export async function startStandIn(): Promise<StandIn> {
  const standIn: StandIn = { origin: "", onArrival: () => {}, stop };
  const server = createServer(
    { keepAlive: true, keepAliveTimeout: 60_000, requestTimeout: 0, headersTimeout: 0 },
    take,
  );

  function take(request: IncomingMessage, response: ServerResponse): void {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString("latin1");
    });
    request.on("end", () => {
      const arrival = JSON.parse(body) as Arrival;
      const answer = `{"message_id":"p${arrival.id}"}`;
      response.sendDate = false;
      response.writeHead(200, ["content-type", "application/json", "content-length", String(answer.length)]);
      response.end(answer);
      standIn.onArrival(arrival);
    });
  }

  async function stop(): Promise<void> {
    server.closeAllConnections();
    server.close();
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  standIn.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}
