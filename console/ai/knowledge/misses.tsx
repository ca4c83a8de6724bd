import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { ago } from "../../ui/ago.ts";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { knowledgeKey, type Miss, missesQuery, type SourceForm } from "./queries.ts";
import { SourceDialog } from "./source-dialog.tsx";

/** Questions of customers that no passage answers: each is a text away from an answer. */
export function Misses() {
  const { t } = useTranslation("knowledge");
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const { data: misses, error, refetch } = useQuery(missesQuery(page_id));
  const [answered, setAnswered] = useState<SourceForm>();
  const clear = useMutation({
    mutationFn: (key: string | null) =>
      api("POST /pages/:page_id/knowledge/misses/clear", { params: { page_id }, body: { key } }),
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeKey(page_id) }),
  });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!misses) return null;
  const clearAll = mayBuild && misses.length > 0 && (
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => clear.mutate(null)}>
      {t("clearAll")}
    </Button>
  );
  return (
    <Section title={t("misses")} help={t("missesHelp")} actions={clearAll}>
      {misses.length === 0 ? (
        <Text c="dimmed">{t("noMisses")}</Text>
      ) : (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("misses")}>
          {misses.map((miss) => (
            <MissLine
              key={miss.key}
              miss={miss}
              onAnswer={() => setAnswered(answerTo(miss.question))}
              onClear={() => clear.mutate(miss.key)}
            />
          ))}
        </Stack>
      )}
      {answered && <SourceDialog edited={{ id: null, form: answered }} onClose={() => setAnswered(undefined)} />}
    </Section>
  );
}

/** The question is the heading: the same words find the answer next time. */
const answerTo = (question: string): SourceForm => {
  const line = question.replaceAll(/\s+/g, " ").trim();
  return { kind: "text", name: line.slice(0, 100).trim(), text: `# ${line}\n` };
};

function MissLine({ miss, onAnswer, onClear }: { miss: Miss; onAnswer: () => void; onClear: () => void }) {
  const { t, i18n } = useTranslation("knowledge");
  const mayBuild = useMay("build");
  const { question, count, asked_at } = miss;
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <div style={{ flex: "1 1 220px", minWidth: 0 }}>
          <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
            {question}
          </Text>
          <Text size="xs" c="dimmed">
            {t("times", { count })} · {ago(asked_at, i18n.language)}
          </Text>
        </div>
        {mayBuild && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" aria-label={t("answerOf", { question })} onClick={onAnswer}>
              {t("answer")}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={t("clearOf", { question })}
              onClick={onClear}
            >
              {t("clear")}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}
