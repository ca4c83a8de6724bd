import { availableParallelism } from "node:os";
import { z } from "zod";
import { isAllowEntry } from "./outbound/address.ts";

/** All settings. Only this file reads the environment. */
export type Config = z.output<typeof Environment>;
export type BucketConfig = NonNullable<Config["media"]["bucket"]>;

export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable counts as unset.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Invalid settings. ${faults.join("; ")}`);
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(min).max(max));

function headersIn(list: string): Record<string, string> {
  const pairs = list.split(",").filter((pair) => pair !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
    }),
  );
}

/** Values may be percent-encoded. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const metaHosts = { dialog: "https://www.facebook.com", graph: "https://graph.facebook.com" };

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
    /** Private hosts that request steps may call: names, addresses or ranges, separated by commas. */
    ALLOW_PRIVATE_HOSTS: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((entry) => entry.trim() || []))
      .refine((entries) => entries.every(isAllowEntry), "must be host names, addresses or ranges such as 10.0.0.0/8"),
    /** Hosts that pages may be connected to besides the platforms' own, such as a local Bot API server. */
    ALLOW_PLATFORM_HOSTS: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((entry) => entry.trim().toLowerCase() || [])),
    /**
     * How long (ms) to hold a platform event so that an earlier event that arrives late is handled first. 0: not at
     * all.
     */
    REORDER_MS: wholeNumber(0, 10_000).default(250),
    /** The server for e-mail, such as smtp://user:password@mail.example.com:587. Without it no e-mail is sent. */
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/\S+$/, "must start with smtp:// or smtps://")
      .optional(),
    /** The sender of e-mail. */
    MAIL_FROM: z
      .string()
      .max(200)
      .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, "must be an e-mail address")
      .optional(),
    /** The operator's app at Meta, with which owners connect pages by Facebook's login. */
    META_APP_ID: z
      .string()
      .regex(/^[0-9]{1,32}$/, "must be digits")
      .optional(),
    META_APP_SECRET: z.string().max(200).optional(),
    /** The configuration of Facebook Login for Business, which names the permissions instead. */
    META_LOGIN_CONFIG_ID: z
      .string()
      .regex(/^[0-9]{1,32}$/, "must be digits")
      .optional(),
    /** Permissions that the login asks for besides those it needs, separated by commas. */
    META_LOGIN_PERMISSIONS: z
      .string()
      .regex(/^[a-z_, ]*$/, "must be names of permissions, separated by commas")
      .default("")
      .transform((list) => list.split(",").flatMap((name) => name.trim() || [])),
    /** The address of Facebook's login dialog. Another one than Meta's is for tests. */
    META_DIALOG_URL: z.url({ protocol: /^https?$/ }).default(metaHosts.dialog),
    /** The address of the Graph API for the login and the pages it connects. Another one than Meta's is for tests. */
    META_GRAPH_URL: z.url({ protocol: /^https?$/ }).default(metaHosts.graph),
    API_RATE_PER_SECOND: wholeNumber(1, 1_000_000).default(100),
    API_RATE_BURST: wholeNumber(1, 1_000_000).default(200),
    /** Calls of the management API, per user; a workspace has four times as many. */
    MANAGEMENT_RATE_PER_SECOND: wholeNumber(1, 1_000_000).default(50),
    MANAGEMENT_RATE_BURST: wholeNumber(1, 1_000_000).default(1000),
    /** Open client connections; further ones are closed at once. */
    MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(20_000),
    /** How long the server still serves after SIGTERM, so that a load balancer sees `/readyz` fail first. */
    SHUTDOWN_GRACE_MS: wholeNumber(0, 20_000).default(3000),
    /** The origin that files are served from, so that nothing in them can reach the console: a second host name. */
    MEDIA_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The files of one page, in megabytes. */
    MEDIA_QUOTA_MB: wholeNumber(1, 100_000_000).default(5120),
    /** An S3-compatible bucket for files, instead of the data folder. */
    MEDIA_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the bucket's name")
      .optional(),
    MEDIA_BUCKET_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    MEDIA_BUCKET_REGION: z.string().default("us-east-1"),
    MEDIA_BUCKET_KEY_ID: z.string().optional(),
    MEDIA_BUCKET_SECRET: z.string().optional(),
    /** `path`: the bucket is the first part of the path. `host`: of the host name. */
    MEDIA_BUCKET_STYLE: z.enum(["path", "host"]).default("path"),
    /** The key that secrets in the database are sealed with: 32 random bytes in base64. */
    SECRET_KEY: z.string().optional(),
    /** Earlier keys, separated by commas, while `banter secrets rotate` replaces them. */
    SECRET_KEY_OLD: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((key) => key.trim() || [])),
    /** A file with the key instead. Without either, the key is kept in the data folder. */
    SECRET_KEY_FILE: z.string().optional(),
    /** While work waits longer than this (ms), for a connection or for the event loop, requests are refused. */
    OVERLOAD_MS: wholeNumber(10, 600_000).default(200),
    /** The bearer token of `/metrics`. Without it, only this machine may read them. */
    METRICS_TOKEN: z.string().min(16, "must be at least 16 characters").optional(),
    /** Node processes behind one port. `auto`: one for each processor. */
    NODES: z
      .string()
      .regex(/^(auto|[1-9][0-9]?)$/, "must be a whole number from 1 to 99, or auto")
      .transform((text) => (text === "auto" ? availableParallelism() : Number(text)))
      .default(1),
    /** Connections to the database, of all nodes of this server together. */
    DATABASE_CONNECTIONS: wholeNumber(1, 100_000).optional(),
    /** The database itself, if `DATABASE_URL` leads to a connection pooler such as PgBouncer. */
    DATABASE_DIRECT_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgres://")
      .optional(),
    /** The collector of OpenTelemetry that spans are sent to, such as http://127.0.0.1:4318. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    /** Headers for the collector: name=value, separated by commas. */
    OTEL_EXPORTER_OTLP_HEADERS: z
      .string()
      .default("")
      .refine(
        (list) => list === "" || /^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/.test(list),
        "must be name=value,name=value",
      ),
    OTEL_SERVICE_NAME: z.string().max(200).default("banter"),
    /** The share of traces that is sent. */
    OTEL_TRACES_SAMPLER_ARG: z
      .string()
      .regex(/^(0(\.[0-9]+)?|1(\.0+)?)$/, "must be a number from 0 to 1")
      .transform(Number)
      .default(1),
  })
  .refine((given) => given.SECRET_KEY === undefined || given.SECRET_KEY_FILE === undefined, {
    message: "SECRET_KEY and SECRET_KEY_FILE exclude each other: set one of them",
    path: ["SECRET_KEY"],
  })
  .refine((given) => given.SECRET_KEY_OLD.length === 0 || given.SECRET_KEY !== undefined, {
    message: "is for keys before SECRET_KEY; in a key file, earlier keys are further lines",
    path: ["SECRET_KEY_OLD"],
  })
  .superRefine((given, context) => {
    if (given.MEDIA_BUCKET === undefined) return;
    for (const name of ["MEDIA_BUCKET_ENDPOINT", "MEDIA_BUCKET_KEY_ID", "MEDIA_BUCKET_SECRET"] as const)
      if (given[name] === undefined)
        context.addIssue({ code: "custom", path: [name], message: "is required beside MEDIA_BUCKET" });
  })
  .refine((given) => (given.SMTP_URL === undefined) === (given.MAIL_FROM === undefined), {
    message: "SMTP_URL and MAIL_FROM belong together: set both or none",
    path: ["SMTP_URL"],
  })
  .refine((given) => (given.META_APP_ID === undefined) === (given.META_APP_SECRET === undefined), {
    message: "META_APP_ID and META_APP_SECRET belong together: set both or none",
    path: ["META_APP_ID"],
  })
  .superRefine((given, context) => {
    for (const [name, own] of [
      ["META_DIALOG_URL", metaHosts.dialog] as const,
      ["META_GRAPH_URL", metaHosts.graph] as const,
    ])
      if (given[name] !== own && !given.ALLOW_PLATFORM_HOSTS.includes(new URL(given[name]).hostname))
        context.addIssue({
          code: "custom",
          path: [name],
          message: "must be Meta's, or a host of ALLOW_PLATFORM_HOSTS",
        });
  })
  .refine((given) => given.DATABASE_DIRECT_URL === undefined || given.DATABASE_URL !== undefined, {
    message: "is for a connection pooler at DATABASE_URL: set both or none",
    path: ["DATABASE_DIRECT_URL"],
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
    mail: given.SMTP_URL && given.MAIL_FROM ? { url: given.SMTP_URL, from: given.MAIL_FROM } : undefined,
    metaApp:
      given.META_APP_ID && given.META_APP_SECRET
        ? {
            id: given.META_APP_ID,
            secret: given.META_APP_SECRET,
            configId: given.META_LOGIN_CONFIG_ID,
            permissions: given.META_LOGIN_PERMISSIONS,
            dialogUrl: given.META_DIALOG_URL,
            graphUrl: given.META_GRAPH_URL,
          }
        : undefined,
    rateLimit: { perSecond: given.API_RATE_PER_SECOND, burst: given.API_RATE_BURST },
    managementRate: { perSecond: given.MANAGEMENT_RATE_PER_SECOND, burst: given.MANAGEMENT_RATE_BURST },
    maxConnections: given.MAX_CONNECTIONS,
    shutdownGraceMs: given.SHUTDOWN_GRACE_MS,
    media: {
      baseUrl: given.MEDIA_BASE_URL?.replace(/\/+$/, ""),
      quotaBytes: given.MEDIA_QUOTA_MB * 1024 * 1024,
      bucket:
        given.MEDIA_BUCKET === undefined
          ? undefined
          : {
              name: given.MEDIA_BUCKET,
              endpoint: given.MEDIA_BUCKET_ENDPOINT ?? "",
              region: given.MEDIA_BUCKET_REGION,
              accessKeyId: given.MEDIA_BUCKET_KEY_ID ?? "",
              secretAccessKey: given.MEDIA_BUCKET_SECRET ?? "",
              hasPathStyle: given.MEDIA_BUCKET_STYLE === "path",
            },
    },
    secretKey: { key: given.SECRET_KEY, oldKeys: given.SECRET_KEY_OLD, file: given.SECRET_KEY_FILE },
    overloadMs: given.OVERLOAD_MS,
    metricsToken: given.METRICS_TOKEN,
    nodes: given.NODES,
    databaseConnections: given.DATABASE_CONNECTIONS,
    databaseDirectUrl: given.DATABASE_DIRECT_URL,
    tracing:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            url: `${given.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, "")}/v1/traces`,
            headers: headersIn(given.OTEL_EXPORTER_OTLP_HEADERS),
            serviceName: given.OTEL_SERVICE_NAME,
            ratio: given.OTEL_TRACES_SAMPLER_ARG,
          },
  }));
