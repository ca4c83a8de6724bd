import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";

// A bare Fastify that serves the bytes of a file from memory: the cost of an answer of that size alone.
const bytes = readFileSync(process.argv[2] ?? "");
const app = Fastify();
app.get("/bytes", (_, reply) => reply.type("application/json; charset=utf-8").send(bytes));
await app.listen({ host: "127.0.0.1", port: 0 });
process.once("disconnect", () => process.exit());
process.send?.({ port: (app.server.address() as AddressInfo).port });
