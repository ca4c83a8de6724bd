import { AppError } from "@banter/core/model/error.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { canWriteFiles, ping } from "../store/db/db.ts";
import { callLimiter } from "./guards/call-limiter.ts";

/** `/healthz`: the process is alive. `/readyz`: it can accept work. */
export function mountHealth(app: FastifyInstance, { db, health }: Deps): void {
  const mayProbe = callLimiter({ burst: 1, perSecond: 1 });
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onRequest", async (request, reply) => {
    if (isClosing || health.isLeaving()) reply.header("connection", "close");
    if (isClosing && request.url !== "/healthz") throw new AppError("unavailable", reasons.stopping);
  });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    if (health.state() === "disk_full" && mayProbe("disk") && (await canWriteFiles(db))) health.diskFreed();
    const state = health.state();
    if (state !== "ready") throw new AppError("unavailable", reasons[state]);
    await ping(db);
    return { status: "ready" };
  });
}

const reasons = {
  starting: "The server is starting.",
  unstored: "The database does not accept this node's heartbeat.",
  disk_full: "The database's disk is full.",
  stopping: "The server is stopping.",
};
