import { z } from "zod";
import { isAllowEntry } from "./outbound/address.ts";

/** Every setting, from the environment. Only this file reads it. */
export type Config = z.output<typeof Environment>;

export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable counts as unset, as in most shells' habits.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The settings are not right. ${faults.join("; ")}`);
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(least).max(most));

const Environment = z
  .object({
    HOST: z.string().default("127.0.0.1"),
    PORT: wholeNumber(0, 65_535).default(3000),
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgres://")
      .optional(),
    BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    /** Addresses of proxies whose `X-Forwarded-For` is believed. */
    TRUST_PROXY: z.string().optional(),
    /** Private hosts that request steps may call: names, addresses or ranges, with commas between them. */
    ALLOW_PRIVATE_HOSTS: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((entry) => entry.trim() || []))
      .refine((entries) => entries.every(isAllowEntry), "must be host names, addresses or ranges such as 10.0.0.0/8"),
    /** Hosts, beside the platforms' own, that pages may be connected to: stand-ins, one's own Bot API server. */
    ALLOW_PLATFORM_HOSTS: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((entry) => entry.trim().toLowerCase() || [])),
    /** How long what a customer does waits for something that they did before it and that comes later. */
    REORDER_MS: wholeNumber(0, 10_000).default(250),
    API_RATE_PER_SECOND: wholeNumber(1, 1_000_000).default(100),
    API_RATE_BURST: wholeNumber(1, 1_000_000).default(200),
    /** Open connections of clients; one more is closed at once. */
    MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(20_000),
    /** How long the server goes on serving after SIGTERM, so that a balancer sees `/readyz` fail before the end. */
    SHUTDOWN_GRACE_MS: wholeNumber(0, 20_000).default(3000),
  })
  .transform((given) => ({
    host: given.HOST,
    port: given.PORT,
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL,
    baseUrl: given.BASE_URL?.replace(/\/+$/, ""),
    logLevel: given.LOG_LEVEL,
    trustProxy: given.TRUST_PROXY?.split(",").map((address) => address.trim()),
    allowPrivateHosts: given.ALLOW_PRIVATE_HOSTS,
    allowPlatformHosts: given.ALLOW_PLATFORM_HOSTS,
    reorderMs: given.REORDER_MS,
    rateLimit: { perSecond: given.API_RATE_PER_SECOND, burst: given.API_RATE_BURST },
    maxConnections: given.MAX_CONNECTIONS,
    shutdownGraceMs: given.SHUTDOWN_GRACE_MS,
  }));
