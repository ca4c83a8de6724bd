import { Badge, Skeleton, Stack, Text } from "@mantine/core";
import { IconPlus, IconRoute } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../../api.ts";
import * as builderWords from "../../../builder/words.ts";
import { useMay, usePage } from "../../../frame/use-page.ts";
import { confirm } from "../../../ui/confirm.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { ButtonLink, TextLink } from "../../../ui/links.tsx";
import { Section } from "../../../ui/screen.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { addWords } from "../../../words.ts";
import "../add-words.ts";
import { type Rule, rulesQuery } from "../../queries.ts";
import { ItemCard } from "../item-card.tsx";
import { LoopBadge } from "./loop-warning.tsx";
import { useRuleWords } from "./use-rule-words.ts";

addWords("builder", builderWords);

function NewRule() {
  const { t } = useTranslation("automation");
  const { id: pageId } = usePage();
  if (!useMay("build")) return null;
  return (
    <ButtonLink
      to="/pages/$pageId/audience/rules/$ruleId"
      params={{ pageId, ruleId: "new" }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("rules.new")}
    </ButtonLink>
  );
}

/** The page's rules. */
export function Rules() {
  const { t } = useTranslation("automation");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data: rules, error, refetch } = useQuery(rulesQuery(pageId));
  const wordsOf = useRuleWords();
  const { turn, remove } = useRuleMutations();
  const ask = async (rule: Rule) => {
    const question = {
      title: t("rules.delete.title", { name: rule.name }),
      body: t("rules.delete.text"),
      action: t("rules.delete.submit"),
    };
    if (await confirm(question)) remove.mutate(rule);
  };
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!rules) return <Skeleton h={240} />;
  if (rules.length === 0)
    return (
      <EmptyState icon={IconRoute} title={t("rules.empty.title")} help={t("rules.empty.help")} action={<NewRule />} />
    );
  return (
    <Section title={t("rules.title")} help={t(mayBuild ? "rules.help" : "readOnly")} actions={<NewRule />}>
      <Stack component="ul" gap="sm" p={0} m={0}>
        {rules.map((rule) => (
          <ItemCard
            key={rule.id}
            title={
              <TextLink
                to="/pages/$pageId/audience/rules/$ruleId"
                params={{ pageId, ruleId: String(rule.id) }}
                fw={600}
                style={{ overflowWrap: "anywhere" }}
              >
                {rule.name}
              </TextLink>
            }
            text={wordsOf(rule)}
            more={
              <>
                <Badge variant="light" color="gray" tt="none">
                  {t("rules.done", { count: rule.done })}
                </Badge>
                <LoopBadge rule={rule} />
              </>
            }
            isOn={rule.is_on}
            onSwitch={(is_on) => turn.mutate({ ...rule, is_on })}
            switchLabel={t("rules.isOn", { name: rule.name })}
            onDelete={() => void ask(rule)}
            deleteLabel={t("rules.deleteName", { name: rule.name })}
          />
        ))}
      </Stack>
      <Text size="xs" c="dimmed">
        {t("rules.counted")}
      </Text>
    </Section>
  );
}

/** Changes are shown at once, and taken back if the server refuses. */
function useRuleMutations() {
  const { t } = useTranslation("automation");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const { queryKey } = rulesQuery(page_id);
  const onSettled = () => client.invalidateQueries({ queryKey });
  return {
    turn: useMutation({
      mutationFn: ({ id, is_on }: Rule) =>
        api("PATCH /pages/:page_id/rules/:rule_id", { params: { page_id, rule_id: id }, body: { is_on } }),
      onMutate: async (rule) => {
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, (all) => all?.map((one) => (one.id === rule.id ? rule : one)));
      },
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id }: Rule) => api("DELETE /pages/:page_id/rules/:rule_id", { params: { page_id, rule_id: id } }),
      onSuccess: (_done, { name }) => showToast({ message: t("deleted", { name }) }),
      onSettled,
    }),
  };
}
