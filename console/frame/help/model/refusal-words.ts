import { english } from "@banter/core/flow/explain/trace-words.ts";
import { vietnamese } from "@banter/core/flow/explain/trace-words.vi.ts";
import { HelpRefused } from "./refused.ts";

/** Why a model has not helped, in the words of traces. Undefined for other errors. */
export function refusalWords(error: unknown, language: string): string | undefined {
  if (!(error instanceof HelpRefused)) return undefined;
  const words = language === "vi" ? vietnamese : english;
  const reasons: Record<string, string> = { ...words.calls, ...words.ai.reasons };
  return reasons[error.reason] ?? error.reason;
}
