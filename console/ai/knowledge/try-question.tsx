import { Badge, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { PassageText } from "./passages.tsx";
import { knowledgeQuery } from "./queries.ts";

const percent = (share: number) => Math.round(share * 100);

/** Asks a question as a customer would, and shows the passages that it finds. */
export function TryQuestion() {
  const { t } = useTranslation("knowledge");
  const { id: page_id } = usePage();
  const { data } = useQuery(knowledgeQuery(page_id));
  const [question, setQuestion] = useState("");
  const search = useMutation({
    meta: { showsFailure: true },
    mutationFn: () =>
      api("POST /pages/:page_id/knowledge/search", { params: { page_id }, body: { question: question.trim() } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== "") search.mutate();
  };
  const threshold = data?.threshold ?? 0;
  const passages = search.data?.passages;
  if (!data || data.sources.length === 0) return null;
  return (
    <Section title={t("try")} help={t("tryHelp")}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            flex="1 1 260px"
            label={t("question")}
            placeholder={t("questionPlaceholder")}
            maxLength={1000}
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={search.isPending} disabled={question.trim() === ""}>
            {t("search")}
          </Button>
        </Group>
      </form>
      {search.error && <Failure error={search.error} />}
      {passages && (passages[0]?.score ?? 0) < threshold && <Text role="status">{t("nothing")}</Text>}
      {passages && passages.length > 0 && (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("found")}>
          {passages.map((passage) => (
            <Paper key={passage.id} component="li" withBorder p="sm">
              <Group gap="xs" mb={4}>
                <Badge variant="light" color={passage.score >= threshold ? "teal" : "gray"} tt="none">
                  {t("score", { score: percent(passage.score) })}
                </Badge>
                <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  {passage.source_name}
                </Text>
              </Group>
              <PassageText passage={passage} />
            </Paper>
          ))}
        </Stack>
      )}
      <Text size="sm" c="dimmed">
        {t("unsure", { threshold: percent(threshold) })}
      </Text>
    </Section>
  );
}
