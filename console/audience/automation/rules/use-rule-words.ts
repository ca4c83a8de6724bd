import type { RuleWhen } from "@banter/core/flow/audience/page-rule.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../../../frame/use-page.ts";
import { fieldsQuery, hooksQuery, sequencesQuery, tagsQuery, treeQuery } from "../../../queries.ts";
import type { Rule } from "../../queries.ts";

/** Says in a sentence what a rule waits for and does. */
export function useRuleWords(): (rule: Pick<Rule, "when" | "do">) => string {
  const { t } = useTranslation(["automation", "builder"]);
  const { id: pageId } = usePage();
  const { data: tags = [] } = useQuery(tagsQuery(pageId));
  const { data: fields = [] } = useQuery(fieldsQuery(pageId));
  const { data: tree } = useQuery(treeQuery(pageId));
  const { data: sequences = [] } = useQuery(sequencesQuery(pageId));
  const { data: hooks = [] } = useQuery(hooksQuery(pageId));
  const nameIn = (things: readonly { id: number; name: string }[], id: number | null) =>
    things.find((thing) => thing.id === id)?.name ?? "?";
  const labelOf = (field: string) => fields.find(({ name }) => name === field)?.label ?? field;

  const whenWords = (when: RuleWhen): string => {
    const place = when.type === "date" ? (when.days === 0 ? "on" : when.days < 0 ? "before" : "after") : undefined;
    return t(place ? `rules.said.date.${place}` : `rules.said.${when.type}`, {
      ...("tag_id" in when && { tag: nameIn(tags, when.tag_id) }),
      ...("sequence_id" in when && { sequence: nameIn(sequences, when.sequence_id) }),
      ...("hook_id" in when && { hook: nameIn(hooks, when.hook_id) }),
      ...("goal" in when && { goal: when.goal }),
      ...("field" in when && { field: labelOf(when.field) }),
      ...("hours" in when && { count: when.hours }),
      ...("days" in when && { count: Math.abs(when.days) }),
    });
  };
  return ({ when, do: deed }) => {
    const what =
      "flow_id" in deed
        ? t("rules.said.flow", { flow: nameIn(tree?.flows ?? [], deed.flow_id) })
        : deed.actions.map(({ action }) => t(`builder:options.${action}`)).join(", ");
    return t("rules.said.whole", { when: whenWords(when), what });
  };
}
