import type { Config } from "../config/config.ts";
import type { Tracing } from "./tracing.ts";

/** The packages of OpenTelemetry are loaded only if there is somewhere to send spans to. */
export async function openTracing({ tracing }: Pick<Config, "tracing">): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { openTelemetry } = await import("./open-telemetry.ts");
  return openTelemetry(tracing);
}
