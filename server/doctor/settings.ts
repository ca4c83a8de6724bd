import { accessSync, constants, existsSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { type Diagnosis, fail, ok, orOk, warn } from "./finding.ts";
import { checkKeyFile } from "./secret-key.ts";

const subject = "settings";

export function checkSettings(config: Config): Diagnosis[] {
  return [...checkAddress(config), ...checkDataDir(config), ...checkKeyFile(config)];
}

function checkAddress({ host, port, baseUrl, trustProxy, maxConnections }: Config): Diagnosis[] {
  const url = baseUrl === undefined ? undefined : new URL(baseUrl);
  const isLocal = url === undefined || isLoopback(url.hostname);
  const findings: Diagnosis[] = [];
  if (url === undefined && !isLoopback(host))
    findings.push(
      warn(subject, "BASE_URL is not set.", "Set it to the public address: links, webhooks and cookies need it."),
    );
  if (url?.protocol === "http:" && !isLocal)
    findings.push(
      warn(
        subject,
        `BASE_URL is ${baseUrl}, without TLS.`,
        "Put a proxy with a certificate in front and use https: platforms refuse plain http.",
      ),
    );
  if (url?.protocol === "https:" && trustProxy === undefined)
    findings.push(
      warn(
        subject,
        "TRUST_PROXY is not set, though BASE_URL is https and so a proxy is in front.",
        "Set it to the proxy's address, or all visitors count as one address in rate limits.",
      ),
    );
  if (maxConnections < 100)
    findings.push(warn(subject, `MAX_CONNECTIONS is ${maxConnections}.`, "Each open chat holds one: raise it."));
  return orOk(findings, subject, `listens on ${host}:${port}, public address ${baseUrl ?? "not set"}`);
}

const isLoopback = (host: string) => /^(localhost|127\..+|::1|\[::1\])$/.test(host);

function checkDataDir({ dataDir }: Config): Diagnosis[] {
  if (!existsSync(dataDir))
    return [warn("data folder", `${dataDir} does not exist.`, "It is made at the first start; or set DATA_DIR.")];
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch {
    return [fail("data folder", `${dataDir} cannot be written.`, "Give it to the user that Banter runs as.")];
  }
  return [ok("data folder", `${dataDir} can be written`)];
}
