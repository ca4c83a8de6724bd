import { ownChannel } from "@banter/core/channels/index.ts";
import type { Deps } from "../../deps.ts";
import { findStepFacts } from "../../store/catalog/closed-first-steps.ts";
import type { ConnectedPage } from "../../store/catalog/pages.ts";
import { connectionOf } from "../connect/connection.ts";

/** The first steps of a page, each with whether it is done; null once they are closed or all done. */
export async function readFirstSteps(deps: Pick<Deps, "db" | "channels">, page: ConnectedPage) {
  const facts = await findStepFacts(deps.db, page.id);
  if (!facts || facts.isClosed) return null;
  const steps = [
    { name: "flow_published", is_done: facts.hasPublishedFlow },
    { name: "welcome_set", is_done: facts.greets },
    { name: "default_reply_set", is_done: facts.repliesByDefault },
    { name: "keyword_added", is_done: facts.hasKeyword },
    // A web chat is connected from the start, but nobody finds it before it is shared.
    page.channel === ownChannel
      ? ({ name: "chat_shared", is_done: facts.isShared } as const)
      : ({ name: "channel_connected", is_done: connectionOf(deps, page).state === "ready" } as const),
    { name: "customer_wrote", is_done: facts.hasCustomer },
    { name: "team_invited", is_done: facts.hasTeam },
  ] as const;
  return steps.every(({ is_done }) => is_done) ? null : [...steps];
}
