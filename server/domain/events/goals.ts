import type { Goal } from "@banter/core/flow/happenings/goal.ts";
import { customerNotFound, flowNotFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findFlow } from "../../store/catalog/flows.ts";
import { findCustomer } from "../../store/customers/customer-rows.ts";

type Given = { [Key in keyof Goal]: Goal[Key] | undefined } & { name: string };

/** Records that a customer has reached a goal. The customer's next turn counts it. */
export async function recordGoal(
  { db, accept }: Pick<Deps, "db" | "accept">,
  pageId: string,
  psid: string,
  { goal, key, userId }: { goal: Given; key: string | undefined; userId: string },
): Promise<void> {
  if (!(await findCustomer(db, pageId, psid))) throw customerNotFound();
  const { name, value, currency, flow } = goal;
  if (flow !== undefined && !(await findFlow(db, pageId, flow))) throw flowNotFound();
  const given = {
    ...(value !== undefined && { value }),
    ...(currency !== undefined && { currency }),
    ...(flow !== undefined && { flow }),
  };
  await accept({
    ...{ pageId, psid },
    event: { type: "goal", goal: { name, ...given }, userId },
    ...(key !== undefined && { key: `goal ${key}` }),
  });
}
