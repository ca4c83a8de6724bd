import { english } from "@banter/core/flow/explain/trace-words.ts";
import { vietnamese } from "@banter/core/flow/explain/trace-words.vi.ts";
import { Badge, Button, Group, Modal, Paper, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { Failure } from "../../ui/failure.tsx";
import { evaluationQuery, type Question, type Result } from "./queries.ts";
import { type StepChoices, useStepChoices } from "./step-choices.ts";
import { useRun } from "./use-run.ts";

/** The answers of the draft and of the live version to each question, side by side. */
export function Results({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation("evaluations");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data, error } = useQuery(evaluationQuery(pageId, id));
  const choices = useStepChoices(data?.flow_id ?? null, data?.step ?? "");
  const run = useRun(id);
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={data ? t("resultsOf", { name: data.name }) : t("results")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {error && <Failure error={error} />}
      {!data && !error && <Skeleton h={160} />}
      <Stack gap="lg">
        {data?.questions.map((question, index) => (
          <section key={question.id} aria-label={t("question", { place: index + 1 })}>
            <Asked question={question} />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="xs">
              {(["draft", "live"] as const).map((target) => (
                <Paper key={target} withBorder p="sm">
                  <Group justify="space-between" gap="xs" mb={4}>
                    <Text size="sm" fw={600}>
                      {t(`target.${target}`)}
                    </Text>
                    <State result={question[target]} />
                  </Group>
                  {question[target] && <Answer question={question} result={question[target]} choices={choices} />}
                </Paper>
              ))}
            </SimpleGrid>
          </section>
        ))}
        {run.error && <Failure error={run.error} />}
        {mayBuild && data && data.questions.length > 0 && (
          <Group justify="flex-end">
            <Button loading={data.is_running} onClick={() => run.mutate()}>
              {t("runAgain")}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function Asked({ question: { said } }: { question: Question }) {
  const { t } = useTranslation("evaluations");
  return (
    <>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {said.at(-1)?.text}
      </Text>
      {said.length > 1 && (
        <Text size="sm" c="dimmed">
          {t("earlier", { count: said.length - 1 })}
        </Text>
      )}
    </>
  );
}

function State({ result }: { result: Result | null }) {
  const { t } = useTranslation("evaluations");
  if (!result)
    return (
      <Badge variant="dot" color="gray" tt="none">
        {t("notRun")}
      </Badge>
    );
  return (
    <Group gap={4}>
      {result.is_old && (
        <Badge variant="dot" color="yellow" tt="none">
          {t("old")}
        </Badge>
      )}
      <Badge variant="dot" color={result.passed ? "teal" : "red"} tt="none">
        {t(result.passed ? "passed" : "failed")}
      </Badge>
    </Group>
  );
}

type AnswerProps = { question: Question; result: Result; choices: StepChoices };

function Answer({ question, result, choices }: AnswerProps) {
  const { t, i18n } = useTranslation("evaluations");
  const { words, reasons } = i18n.language === "vi" ? reasonsOf(vietnamese) : reasonsOf(english);
  const { said, failure, verdicts, ms, cost } = result;
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 6 });
  const own = failure === "step_missing" || failure === "too_many_rounds" ? t(`reasons.${failure}`) : undefined;
  return (
    <Stack gap={6}>
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} c={said === "" ? "dimmed" : "text"}>
        {said || (failure === null && t("noWords"))}
        {failure && t("noAnswer", { reason: own ?? words[failure] ?? reasons[failure] ?? failure })}
      </Text>
      {question.expects.length > 0 && (
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: "none" }}>
          {question.expects.map((expectation, index) => {
            const kind = expectation.expect;
            const value = namedBy(expectation);
            const label = (kind === "says" || kind === "says_not" ? [] : choices[kind]).find(
              (choice) => choice.value === value,
            )?.label;
            const what = t("expectation", { kind: t(`kind.${kind}`), value: label ?? value });
            const isMet = verdicts[index] === true;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: expectations have no names, and are not moved here
              <Group key={index} component="li" gap={6} wrap="nowrap" align="flex-start">
                {isMet ? (
                  <IconCheck
                    size={16}
                    color="var(--mantine-color-teal-text)"
                    aria-hidden
                    style={{ flex: "none", marginTop: 3 }}
                  />
                ) : (
                  <IconX
                    size={16}
                    color="var(--mantine-color-red-text)"
                    aria-hidden
                    style={{ flex: "none", marginTop: 3 }}
                  />
                )}
                <Text size="sm">{t(isMet ? "met" : "notMet", { what })}</Text>
              </Group>
            );
          })}
        </Stack>
      )}
      <Text size="xs" c="dimmed">
        {t("costs", { seconds: number.format(Math.round(ms / 100) / 10), cost: number.format(cost / 1_000_000) })}
      </Text>
    </Stack>
  );
}

const reasonsOf = ({ calls, ai }: typeof english): Record<"words" | "reasons", Record<string, string>> => ({
  words: { ...calls },
  reasons: { ...ai.reasons },
});

/** The words, source, tool or exit of an expectation, as a text. */
export function namedBy(expectation: Question["expects"][number]): string {
  switch (expectation.expect) {
    case "says":
    case "says_not":
      return expectation.text;
    case "cites":
      return expectation.source_id === null ? "" : String(expectation.source_id);
    case "calls":
      return expectation.tool;
    case "leaves":
      return expectation.exit;
  }
}
