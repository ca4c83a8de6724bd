import { availableParallelism } from "node:os";
import { z } from "zod";
import { isAllowEntry } from "../outbound/address.ts";

/**
 * The environment variables by subject, each with the words of docs/settings.md, which is made of them. A link in them is
 * relative to docs.
 */

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const listOf = (list: string) => list.split(",").flatMap((entry) => entry.trim() || []);

const databaseUrl = () => z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres://");
const webUrl = () => z.url({ protocol: /^https?$/ });
const digits = () => z.string().regex(/^[0-9]{1,32}$/, "must be digits");

export const metaHosts = { dialog: "https://www.facebook.com", graph: "https://graph.facebook.com" };

const server = {
  HOST: z.string().default("127.0.0.1").describe("The address to listen on. `0.0.0.0`: all of the machine's."),
  PORT: wholeNumber(0, 65_535).default(3000).describe("The port to listen on."),
  BASE_URL: webUrl()
    .optional()
    .describe("The public address of the server, behind a proxy. Without it: from `HOST` and `PORT`."),
  DATA_DIR: z
    .string()
    .default("./data")
    .describe(
      "The folder of PostgreSQL's data and password, the secret key, the files of pages, and the id by which a killed " +
        "server takes its pages back at once.",
    ),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe("The least important lines to log: `debug`, `info`, `warn` or `error`."),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe(
      "Addresses of proxies whose `X-Forwarded-For` is trusted, separated by commas. Required behind a proxy: without " +
        "it all visitors share the limits of one address.",
    ),
  NODES: z
    .string()
    .regex(/^(auto|[1-9][0-9]?)$/, "must be a whole number from 1 to 99, or auto")
    .transform((text) => (text === "auto" ? availableParallelism() : Number(text)))
    .default(1)
    .describe("Node processes behind one port, or `auto` for one per processor ([scaling](scaling.md))."),
  SHUTDOWN_GRACE_MS: wholeNumber(0, 20_000)
    .default(3000)
    .describe(
      "How long (ms) the server keeps serving after `SIGTERM` while `/readyz` answers 503. Set it longer than your load " +
        "balancer's probe interval.",
    ),
};

const database = {
  DATABASE_URL: databaseUrl()
    .optional()
    .describe("A PostgreSQL 15 or newer to use instead of the embedded one: `postgres://user:password@host/name`."),
  DATABASE_CONNECTIONS: wholeNumber(1, 100_000)
    .optional()
    .describe("Connections to the database, of all nodes of this server together. Without it: from `max_connections`."),
  DATABASE_DIRECT_URL: databaseUrl()
    .optional()
    .describe("The database itself, if `DATABASE_URL` leads to a pooler such as [PgBouncer](scaling.md#pgbouncer)."),
};

const secrets = {
  SECRET_KEY: z
    .string()
    .optional()
    .describe(
      "The key that [secrets](secrets.md) in the database are sealed with: 32 random bytes in base64. Without it and " +
        "`SECRET_KEY_FILE`: `DATA_DIR/secret-key`.",
    ),
  SECRET_KEY_FILE: z.string().optional().describe("A file with the key instead."),
  SECRET_KEY_OLD: z
    .string()
    .default("")
    .transform(listOf)
    .describe("Earlier keys, separated by commas, while `banter secrets rotate` replaces them."),
};

const limits = {
  API_RATE_PER_SECOND: wholeNumber(1, 1_000_000).default(100).describe("Calls of the public API a second, per page."),
  API_RATE_BURST: wholeNumber(1, 1_000_000).default(200).describe("Calls at once, after a quiet time."),
  MANAGEMENT_RATE_PER_SECOND: wholeNumber(1, 1_000_000)
    .default(50)
    .describe(
      "Calls of the [management API](management-api.md#budgets) a second, per user. A workspace has four times as many.",
    ),
  MANAGEMENT_RATE_BURST: wholeNumber(1, 1_000_000).default(1000).describe("The same at once."),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
    .default(20_000)
    .describe("Open client connections. Further ones are closed at once."),
  OVERLOAD_MS: wholeNumber(10, 600_000)
    .default(200)
    .describe(
      "While work waits longer than this (ms) for a database connection or the event loop, requests are answered 503.",
    ),
  REORDER_MS: wholeNumber(0, 10_000)
    .default(250)
    .describe(
      "How long (ms) to hold a platform event so that an earlier event arriving late is handled first " +
        "([when](channels.md#webhooks)). 0 turns this off.",
    ),
};

const hosts = {
  ALLOW_PRIVATE_HOSTS: z
    .string()
    .default("")
    .transform(listOf)
    .refine((entries) => entries.every(isAllowEntry), "must be host names, addresses or ranges such as 10.0.0.0/8")
    .describe(
      "Hosts in your own network that flows and events may call: names, addresses or ranges, separated by commas.",
    ),
  ALLOW_PLATFORM_HOSTS: z
    .string()
    .default("")
    .transform((list) => listOf(list.toLowerCase()))
    .describe(
      "Hosts besides the platforms' own that pages may be connected to, such as a Bot API server of your own, " +
        "separated by commas.",
    ),
};

const mail = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, "must start with smtp:// or smtps://")
    .optional()
    .describe(
      "The server for e-mail, such as `smtp://user:password@mail.example.com:587`, for " +
        "[notifications](notifications.md), [invitations and new passwords](people.md). Without it no e-mail is sent.",
    ),
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, "must be an e-mail address")
    .optional()
    .describe("The sender of e-mail. Required beside `SMTP_URL`."),
};

const files = {
  MEDIA_QUOTA_MB: wholeNumber(1, 100_000_000)
    .default(5120)
    .describe("The room of one page's [files](media.md#for-operators), in megabytes."),
  MEDIA_BASE_URL: webUrl()
    .optional()
    .describe(
      "A host name of its own for files, so that nothing in them can reach the console. Without it: `BASE_URL`.",
    ),
  MEDIA_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the bucket's name")
    .optional()
    .describe("An S3-compatible bucket for files. Without it: `DATA_DIR/media`."),
  MEDIA_BUCKET_ENDPOINT: webUrl().optional().describe("The bucket's address. May be in your own network."),
  MEDIA_BUCKET_REGION: z.string().default("us-east-1").describe("The bucket's region."),
  MEDIA_BUCKET_KEY_ID: z.string().optional().describe("A key that may put, get and delete objects."),
  MEDIA_BUCKET_SECRET: z.string().optional().describe("The key's secret."),
  MEDIA_BUCKET_STYLE: z
    .enum(["path", "host"])
    .default("path")
    .describe("`path`: `endpoint/bucket/key`. `host`: `bucket.endpoint/key`."),
};

const meta = {
  META_APP_ID: digits()
    .optional()
    .describe(
      "Your app at Meta: owners then connect pages [with Facebook's login](channels/messenger.md#for-operators).",
    ),
  META_APP_SECRET: z.string().max(200).optional().describe("The app's secret. Required beside `META_APP_ID`."),
  META_LOGIN_CONFIG_ID: digits()
    .optional()
    .describe("A configuration of Facebook Login for Business, which names the permissions instead."),
  META_LOGIN_PERMISSIONS: z
    .string()
    .regex(/^[a-z_, ]*$/, "must be names of permissions, separated by commas")
    .default("")
    .transform(listOf)
    .describe("Permissions that the login asks for besides those it needs, separated by commas."),
  META_DIALOG_URL: webUrl()
    .default(metaHosts.dialog)
    .describe("The address of Facebook's login dialog. Another one than Meta's is for tests."),
  META_GRAPH_URL: webUrl()
    .default(metaHosts.graph)
    .describe("The address of the Graph API for the login. Another one than Meta's is for tests."),
};

const monitoring = {
  METRICS_TOKEN: z
    .string()
    .min(16, "must be at least 16 characters")
    .optional()
    .describe(
      "The bearer token for `/metrics`. Without it, only programs on the same machine may read them, and none through a " +
        "proxy.",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl()
    .optional()
    .describe("A collector of OpenTelemetry for [traces](monitoring.md#traces), such as `http://127.0.0.1:4318`."),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default("")
    .refine(
      (list) => list === "" || /^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/.test(list),
      "must be name=value,name=value",
    )
    .describe("Headers for the collector: `name=value`, separated by commas."),
  OTEL_SERVICE_NAME: z.string().max(200).default("banter").describe("The name of this server in traces."),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.[0-9]+)?|1(\.0+)?)$/, "must be a number from 0 to 1")
    .transform(Number)
    .default(1)
    .describe("The share of traces that is sent."),
};

/** The variables by the headings of docs/settings.md. */
export const variablesBySubject = {
  "The server": server,
  "The database": database,
  Secrets: secrets,
  Limits: limits,
  "Hosts that may be called": hosts,
  "E-mail": mail,
  Files: files,
  "Facebook's login": meta,
  Monitoring: monitoring,
};

export const Variables = z.object({
  ...server,
  ...database,
  ...secrets,
  ...limits,
  ...hosts,
  ...mail,
  ...files,
  ...meta,
  ...monitoring,
});
