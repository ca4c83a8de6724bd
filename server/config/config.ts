import type { z } from "zod";
import { metaHosts, Variables } from "./environment.ts";

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

/** npm names the script that it runs. */
export const isStartedByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;

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

const Environment = Variables.refine((given) => given.SECRET_KEY === undefined || given.SECRET_KEY_FILE === undefined, {
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
