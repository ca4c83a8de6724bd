import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconChecklist, IconPencil, IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { evaluationsKey, evaluationsQuery, treeQuery } from "../../queries.ts";
import { ago } from "../../ui/ago.ts";
import { confirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { RowMenu } from "../../ui/row-menu.tsx";
import { Section } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { EvaluationDialog } from "./evaluation-dialog.tsx";
import type { Summary } from "./queries.ts";
import { Results } from "./results.tsx";
import { useRun } from "./use-run.ts";
import * as words from "./words.ts";

addWords("evaluations", words);

/** The page's evaluations, each with how it went last. */
export function Evaluations() {
  const { t } = useTranslation("evaluations");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data, error, refetch } = useQuery(evaluationsQuery(pageId));
  const [shown, setShown] = useState<number>();
  const [edited, setEdited] = useState<number | null>();
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} />;
  const add = mayBuild && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited(null)}>
      {t("add")}
    </Button>
  );
  return (
    <>
      {data.length === 0 ? (
        <EmptyState icon={IconChecklist} title={t("empty")} help={t("emptyHelp")} action={add} />
      ) : (
        <Section title={t("title")} help={t("help")} actions={add}>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("title")}>
            {data.map((evaluation) => (
              <Line
                key={evaluation.id}
                evaluation={evaluation}
                onShow={() => setShown(evaluation.id)}
                onEdit={() => setEdited(evaluation.id)}
              />
            ))}
          </Stack>
        </Section>
      )}
      {edited !== undefined && <EvaluationDialog id={edited} onClose={() => setEdited(undefined)} />}
      {shown !== undefined && <Results id={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

const colors: Record<Summary["draft"], string> = { passed: "teal", failed: "red", old: "yellow", empty: "gray" };

type LineProps = { evaluation: Summary; onShow: () => void; onEdit: () => void };

function Line({ evaluation, onShow, onEdit }: LineProps) {
  const { t, i18n } = useTranslation("evaluations");
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const { data: tree } = useQuery(treeQuery(page_id));
  const { id, name, flow_id, blocks, questions, is_running, ran_at } = evaluation;
  const run = useRun(id);
  const remove = useMutation({
    mutationFn: () =>
      api("DELETE /pages/:page_id/evaluations/:evaluation_id", { params: { page_id, evaluation_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: evaluationsKey(page_id) }),
  });
  const ask = async () => {
    if (await confirm({ title: t("ask", { name }), body: t("askText"), action: t("delete") })) remove.mutate();
  };
  const start = () => {
    run.mutate();
    onShow();
  };
  const flow = tree?.flows.find((each) => each.id === flow_id)?.name ?? (tree && t("gone"));
  const facts = [
    flow,
    t("questions", { count: questions }),
    ran_at ? t("ran", { ago: ago(ran_at, i18n.language) }) : t("neverRan"),
    ...(blocks ? [t("blocks")] : []),
  ];
  return (
    <Paper component="li" withBorder p="md">
      <Group gap="md" wrap="nowrap" align="flex-start">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {name}
            </Text>
            {is_running ? (
              <Badge variant="dot" color="blue" tt="none">
                {t("running")}
              </Badge>
            ) : (
              (["draft", "live"] as const).map((target) => (
                <Badge key={target} variant="dot" color={colors[evaluation[target]]} tt="none">
                  {t("targetState", { target: t(`target.${target}`), state: t(`state.${evaluation[target]}`) })}
                </Badge>
              ))
            )}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {facts.filter(Boolean).join(" · ")}
          </Text>
          <Group gap="xs" mt="xs">
            {mayBuild && (
              <Button
                size="compact-sm"
                aria-label={t("runOf", { name })}
                disabled={is_running || questions === 0}
                onClick={start}
              >
                {t("run")}
              </Button>
            )}
            <Button size="compact-sm" variant="default" aria-label={t("resultsOf", { name })} onClick={onShow}>
              {t("results")}
            </Button>
          </Group>
        </div>
        {mayBuild && (
          <RowMenu
            label={t("menuOf", { name })}
            entries={[{ label: t("edit"), icon: IconPencil, onClick: onEdit }]}
            remove={{ label: t("delete"), onClick: () => void ask() }}
          />
        )}
      </Group>
    </Paper>
  );
}
