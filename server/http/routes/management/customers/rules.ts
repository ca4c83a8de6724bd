import type { RuleInfo, rules } from "@banter/core/api/management/audience/rules.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../../../deps.ts";
import { listRuleInfos, readRuleLog } from "../../../../domain/audience/rule-info.ts";
import { changeRule, createRule, getRule, removeRule } from "../../../../domain/audience/rules.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const ruleHandlers: ManagementHandlers<typeof rules> = {
  "GET /pages/:page_id/rules": async (deps, { pageId }) => ({ rules: await listRuleInfos(deps, pageId) }),

  "POST /pages/:page_id/rules": async (deps, { pageId, body, note }) => {
    const rule = await createRule(deps, pageId, body);
    note({ subject: rule.name, subjectId: rule.id });
    return infoOf(deps, pageId, rule.id);
  },

  "GET /pages/:page_id/rules/:rule_id": (deps, { pageId, params }) => infoOf(deps, pageId, params.rule_id),

  "PATCH /pages/:page_id/rules/:rule_id": async (deps, { pageId, params, body, note }) => {
    const rule = await changeRule(deps, pageId, params.rule_id, body);
    note({ subject: rule.name, subjectId: rule.id });
    return infoOf(deps, pageId, rule.id);
  },

  "DELETE /pages/:page_id/rules/:rule_id": async (deps, { pageId, params, note }) => {
    const rule = await removeRule(deps, pageId, params.rule_id);
    note({ subject: rule.name, subjectId: rule.id });
    return {};
  },

  "GET /pages/:page_id/rules/:rule_id/log": async (deps, { pageId, params, query }) => {
    const rule = await getRule(deps.db, pageId, params.rule_id);
    const { cursor: before = Number.MAX_SAFE_INTEGER, limit } = query;
    return readRuleLog(deps, pageId, rule, { before, limit });
  },
};

async function infoOf(deps: Pick<Deps, "db">, pageId: string, id: number): Promise<RuleInfo> {
  const rule = (await listRuleInfos(deps, pageId)).find((each) => each.id === id);
  if (!rule) throw notFound("rule");
  return rule;
}
