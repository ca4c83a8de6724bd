import type { customers } from "@banter/core/api/management/customers.ts";
import { customerNotFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../../../deps.ts";
import { customerForm, originForm } from "../../../../domain/customers/customer-form.ts";
import { type CustomerEdit, editCustomer, eraseCustomer, setBlocked } from "../../../../domain/customers/edits.ts";
import { readFilter, windowOf } from "../../../../domain/customers/filter.ts";
import { listPage } from "../../../../domain/customers/list.ts";
import { listTimeline } from "../../../../domain/customers/timeline.ts";
import { listFlowNames } from "../../../../store/catalog/flows.ts";
import { findCustomer, type WholeCustomer } from "../../../../store/customers/customer-rows.ts";
import { listUserNames } from "../../../../store/people/users.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const customerHandlers: ManagementHandlers<typeof customers> = {
  "GET /pages/:page_id/customers": async (deps, { pageId, query }) => {
    const { sort, cursor, limit, ...asked } = query;
    const filter = await readFilter(deps, pageId, asked);
    const page = await listPage(deps, pageId, filter, { order: sort, cursor, limit });
    const window = await windowOf(deps, pageId);
    return {
      customers: page.customers.map((line) => customerForm(line, window)),
      next: page.next,
      total: page.total && { count: page.total.count, is_more: page.total.isMore },
    };
  },

  "GET /pages/:page_id/customers/:psid": async (deps, { pageId, params }) => {
    const customer = await getCustomer(deps, pageId, params.psid);
    const waiting = waitOf(customer);
    const names = await listFlowNames(deps.db, pageId, waiting ? [waiting.flow_id] : []);
    const paused = customer.state?.paused ?? null;
    return {
      ...customerForm(customer, await windowOf(deps, pageId)),
      gender: customer.gender,
      address: customer.address,
      waiting: waiting && { ...waiting, flow: names.get(waiting.flow_id) ?? null },
      ...originForm(customer.state),
      paused: paused && { until: paused.until === null ? null : new Date(paused.until) },
      joined_to: customer.state?.joinedTo ?? null,
    };
  },

  "GET /pages/:page_id/customers/:psid/timeline": async (deps, { pageId, params, query }) => {
    const { entries, next } = await listTimeline(deps, pageId, params.psid, query.before);
    const flows = await listFlowNames(
      deps.db,
      pageId,
      entries.flatMap(({ flowId }) => flowId ?? []),
    );
    const users = await listUserNames(
      deps.db,
      entries.flatMap(({ userId }) => userId ?? []),
    );
    return {
      entries: entries.map(({ flowId, userId, ...entry }) => ({
        ...entry,
        flow: flowId === null ? null : { id: flowId, name: flows.get(flowId) ?? null },
        user: (userId !== null && users.get(userId)) || null,
      })),
      next,
    };
  },

  "PATCH /pages/:page_id/customers/:psid": async (deps, { pageId, params, body, user, note }) => {
    note({ subject: params.psid });
    await editCustomer(deps, pageId, params.psid, { edit: editIn(body), userId: user.id });
    return customerForm(await getCustomer(deps, pageId, params.psid), await windowOf(deps, pageId));
  },

  "POST /pages/:page_id/customers/:psid/block": async (deps, { pageId, params, user, note }) => {
    note({ subject: params.psid });
    await setBlocked(deps, pageId, params.psid, { isBlocked: true, userId: user.id });
    return {};
  },

  "POST /pages/:page_id/customers/:psid/unblock": async (deps, { pageId, params, user, note }) => {
    note({ subject: params.psid });
    await setBlocked(deps, pageId, params.psid, { isBlocked: false, userId: user.id });
    return {};
  },

  // Its audit entry names no subject: nothing about the customer stays.
  "DELETE /pages/:page_id/customers/:psid": async (deps, { pageId, params }) => {
    await eraseCustomer(deps, pageId, params.psid);
    return {};
  },
};

async function getCustomer({ db }: Pick<Deps, "db">, pageId: string, psid: string): Promise<WholeCustomer> {
  const customer = await findCustomer(db, pageId, psid);
  if (!customer) throw customerNotFound();
  return customer;
}

function waitOf({ state }: WholeCustomer) {
  const run = state?.main;
  return run ? { flow_id: run.flowId, step: run.step, for: run.wait.type } : null;
}

type Body = {
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  add_tags: number[];
  remove_tags: number[];
  fields: Record<string, string | null>;
};

const ownFields = {
  first_name: "user_first_name",
  last_name: "user_last_name",
  email: "email",
  phone: "phone",
} as const;

function editIn(body: Body): CustomerEdit {
  const own = Object.entries(ownFields).flatMap(([key, name]) => {
    const value = body[key as keyof typeof ownFields];
    return value === undefined ? [] : [[name, (value ?? "").trim()] as const];
  });
  const custom = Object.entries(body.fields).map(([name, value]) => [name, value ?? ""] as const);
  return {
    fields: Object.fromEntries([...own, ...custom]),
    addTags: body.add_tags,
    removeTags: body.remove_tags,
  };
}
