import type { incomingHooks } from "@banter/core/api/management/page/incoming-hooks.ts";
import { recordGoal } from "../../../../domain/events/goals.ts";
import {
  changeHook,
  createHook,
  getHook,
  hookForm,
  removeHook,
  replaceAddress,
  tryCall,
} from "../../../../domain/events/hooks.ts";
import { listCalls } from "../../../../store/events/incoming-calls.ts";
import { listHooks } from "../../../../store/events/incoming-hooks.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const incomingHookHandlers: ManagementHandlers<typeof incomingHooks> = {
  "GET /pages/:page_id/incoming_hooks": async ({ db }, { pageId }) => ({
    hooks: (await listHooks(db, pageId)).map(hookForm),
  }),

  "POST /pages/:page_id/incoming_hooks": async (deps, { pageId, body, note }) => {
    const { hook, url } = await createHook(deps, pageId, body);
    note({ subject: hook.name, subjectId: hook.id });
    return { hook: hookForm(hook), url };
  },

  "PATCH /pages/:page_id/incoming_hooks/:hook_id": async (deps, { pageId, params, body, note }) => {
    const hook = await changeHook(deps, pageId, params.hook_id, body);
    note({ subject: hook.name, subjectId: hook.id });
    return hookForm(hook);
  },

  "DELETE /pages/:page_id/incoming_hooks/:hook_id": async (deps, { pageId, params, note }) => {
    const hook = await removeHook(deps, pageId, params.hook_id);
    note({ subject: hook.name, subjectId: hook.id });
    return {};
  },

  "POST /pages/:page_id/incoming_hooks/:hook_id/address": async (deps, { pageId, params, note }) => {
    const { hook, url } = await replaceAddress(deps, pageId, params.hook_id);
    note({ subject: hook.name, subjectId: hook.id });
    return { hook: hookForm(hook), url };
  },

  "GET /pages/:page_id/incoming_hooks/:hook_id/calls": async ({ db }, { pageId, params }) => {
    await getHook(db, pageId, params.hook_id);
    return { calls: await listCalls(db, pageId, params.hook_id) };
  },

  "POST /pages/:page_id/incoming_hooks/try": async ({ db }, { pageId, body }) => {
    const { customer, psid, fields, goal } = await tryCall(db, pageId, body.mapping, body.body);
    return {
      ...{ customer, psid, fields },
      goal: goal && { name: goal.name, value: goal.value ?? null, currency: goal.currency ?? null },
    };
  },

  "POST /pages/:page_id/customers/:psid/goals": async (deps, { pageId, params, body, user, note }) => {
    const { key, flow_id: flow, ...goal } = body;
    await recordGoal(deps, pageId, params.psid, { goal: { ...goal, flow }, key, userId: user.id });
    note({ subject: params.psid });
    return {};
  },
};
