import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@banter/core/model/error.ts";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";

/**
 * Metrics tell how busy a shop is. With `METRICS_TOKEN`, every reader needs it. Without, only programs on this machine
 * may read, and nobody through a proxy on it.
 */
export function checkMetricsReader(
  { metricsToken }: Pick<Deps["config"], "metricsToken">,
  request: FastifyRequest,
): void {
  const { raw, headers } = request;
  const isAllowed =
    metricsToken === undefined
      ? isLoopback(raw.socket.remoteAddress ?? "") && !Object.keys(headers).some((name) => proxyHeaders.test(name))
      : isSame(/^bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "", metricsToken);
  if (!isAllowed) throw new AppError("unauthorized", "Metrics are read on this machine, or with METRICS_TOKEN.");
}

/** Judges the socket's own address: `request.ip` may be what a client wrote into a header. */
const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

const proxyHeaders = /^(forwarded|via|x-forwarded-.+|x-real-ip|cf-connecting-ip)$/;

/** Takes the same time for every wrong token. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
