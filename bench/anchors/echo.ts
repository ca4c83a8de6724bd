import type { AddressInfo } from "node:net";
import Fastify from "fastify";

// A bare Fastify that answers JSON with the same JSON: the cost of HTTP alone.
const app = Fastify();
app.post("/echo", async ({ body }) => body);
await app.listen({ host: "127.0.0.1", port: 0 });
process.once("disconnect", () => process.exit());
process.send?.({ port: (app.server.address() as AddressInfo).port });
