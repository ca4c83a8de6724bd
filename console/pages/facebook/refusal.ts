import { Refusal } from "@banter/sdk/manage.ts";
import { errorText } from "../../ui/error-text.ts";

/** The reasons that have words of their own. */
export type Reason = "cancelled" | "unfinished" | "old" | "other";

/** The reason of a failed login, with words of ours if it is a known one; Facebook's stay in its language. */
export function reasonOf(error: unknown): Reason | { text: string } {
  if (!(error instanceof Refusal)) return { text: errorText(error) };
  // The workspace in the address is not one of the user's.
  if (error.code === "forbidden" || error.code === "not_found") return "other";
  if (error.faults.some(({ path }) => path === "/state" || path === "/ticket")) return "old";
  return { text: ["conflict", "unavailable"].includes(error.code) ? error.message : errorText(error) };
}
