import type { Deps } from "../../../deps.ts";
import { listCustomFields } from "../../../store/catalog/custom-fields.ts";
import { walkByPsid } from "../../../store/customers/customer-list.ts";
import { type ListedCustomer, listCustomers } from "../../../store/customers/customer-rows.ts";
import { nextOfSegment, openAudience } from "../../audience/members.ts";
import { readFilter } from "../filter.ts";
import { fitField } from "../fit-field.ts";
import type { Batch, BulkAction, BulkSpec, Edit, Job } from "./job.ts";

const batchSize = 500;
/** Customers that a batch looks at, where few fit the filter. */
const walkSize = 2000;

/** The next customers of a bulk change, and what it changes of them. Those who need no change are passed over. */
export async function planBulk(deps: Deps, job: Job<BulkSpec>): Promise<Batch> {
  const { psids, next } = await nextCustomers(deps, job);
  const customers = await listCustomers(deps.db, job.pageId, psids);
  const changeOf = await changer(deps, job, psids);
  return {
    position: next,
    done: psids.length,
    created: 0,
    changes: customers.flatMap((customer) => {
      const change = changeOf(customer);
      return change ? [{ psid: customer.psid, ...change }] : [];
    }),
    rows: [],
  };
}

async function nextCustomers(deps: Deps, { pageId, position, spec }: Job<BulkSpec>) {
  if (spec.psids) {
    const start = Number(position ?? 0);
    const psids = spec.psids.slice(start, start + batchSize);
    const end = start + psids.length;
    return { psids, next: end < spec.psids.length ? String(end) : null };
  }
  if (spec.condition) {
    const asked = { after: position ?? "", limit: batchSize };
    return nextOfSegment(deps, pageId, spec.condition, asked);
  }
  const filter = await readFilter(deps, pageId, spec.filter ?? {});
  const { psids, end } = await walkByPsid(deps.db, pageId, filter, { after: position ?? "", steps: walkSize });
  // A filter that all meet fills several batches.
  if (psids.length <= batchSize) return { psids, next: end };
  const some = psids.slice(0, batchSize);
  return { psids: some, next: some.at(-1) ?? null };
}

type Change = { edit: Edit; undo: Edit | null } | undefined;

async function changer(deps: Deps, { pageId, spec: { action } }: Job<BulkSpec>, psids: string[]) {
  const { db } = deps;
  const inside = await listInside(deps, pageId, action, psids);
  const types = new Map((await listCustomFields(db, pageId)).map(({ name, type }) => [name, type]));
  return (customer: ListedCustomer): Change => {
    switch (action.type) {
      case "add_tag":
        return customer.tags.includes(action.tagId) ? undefined : tagChange(action.tagId, true);
      case "remove_tag":
        return customer.tags.includes(action.tagId) ? tagChange(action.tagId, false) : undefined;
      case "block":
        return customer.isBlocked ? undefined : { edit: { type: "block" }, undo: { type: "unblock" } };
      case "unblock":
        return customer.isBlocked ? { edit: { type: "unblock" }, undo: { type: "block" } } : undefined;
      case "enter_sequence": {
        const { type, sequenceId } = action;
        if (inside.has(customer.psid)) return undefined;
        return { edit: { type, sequenceId }, undo: { type: "leave_sequence", sequenceId } };
      }
      case "leave_sequence": {
        const { type, sequenceId } = action;
        // A customer who enters again gets the first step again: nothing takes that back.
        return inside.has(customer.psid) ? { edit: { type, sequenceId }, undo: null } : undefined;
      }
      case "run_rule": {
        const { type, ruleId, day } = action;
        return { edit: { type, ruleId, day }, undo: null };
      }
      case "set_field": {
        const { field } = action;
        const before = customer.fields[field] ?? "";
        const value = fitField(customer, field, action.value, types.get(field));
        if (value === undefined || value === before) return undefined;
        return { edit: fieldsEdit({ [field]: value }), undo: fieldsEdit({ [field]: before }) };
      }
    }
  };
}

/** Those of the customers who are in the sequence of the action. */
async function listInside(deps: Deps, pageId: string, action: BulkAction, psids: string[]): Promise<Set<string>> {
  if (action.type !== "enter_sequence" && action.type !== "leave_sequence") return new Set();
  const rule = { type: "sequence", sequence_id: action.sequenceId, runs: true } as const;
  return (await openAudience(deps, pageId, { match: "all", rules: [rule] })).judge(psids);
}

function tagChange(tag: number, isAdded: boolean): { edit: Edit; undo: Edit } {
  const add: Edit = { type: "edit", fields: {}, addTags: [tag], removeTags: [] };
  const remove: Edit = { type: "edit", fields: {}, addTags: [], removeTags: [tag] };
  return isAdded ? { edit: add, undo: remove } : { edit: remove, undo: add };
}

const fieldsEdit = (fields: Record<string, string>): Edit => ({ type: "edit", fields, addTags: [], removeTags: [] });
