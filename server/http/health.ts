import { AppError } from "@banter/core/model/error.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { ping } from "../store/db.ts";

/** `/healthz`: the process lives. `/readyz`: it can accept work. */
export function mountHealth(app: FastifyInstance, { db }: Deps): void {
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!isStopping || request.url === "/healthz") return;
    reply.header("connection", "close");
    throw new AppError("unavailable", "The server is stopping.");
  });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    await ping(db);
    return { status: "ready" };
  });
}
