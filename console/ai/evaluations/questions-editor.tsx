import type { EvaluationChange, Expectation } from "@banter/core/flow/ai/evaluation.ts";
import { ActionIcon, Button, Group, Paper, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { namedBy } from "./results.tsx";
import { type StepChoices, useStepChoices } from "./step-choices.ts";

type Question = EvaluationChange["questions"][number];

export const blankQuestion: Question = { said: [{ from: "customer", text: "" }], expects: [] };

type Props = {
  flowId: number | null;
  step: string;
  /** Ids of questions with words of customers. */
  fromConversation: ReadonlySet<number>;
  questions: Question[];
  onChange: (questions: Question[]) => void;
};

/** The questions of an evaluation with what is expected of the answers. */
export function QuestionsEditor({ flowId, step, fromConversation, questions, onChange }: Props) {
  const { t } = useTranslation("evaluations");
  const choices = useStepChoices(flowId, step);
  const replace = (index: number, ...by: Question[]) => onChange(questions.toSpliced(index, 1, ...by));
  return (
    <Stack gap="sm" component="section" aria-label={t("questionsTitle")}>
      {questions.map((question, index) => {
        const place = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: new questions have no names
          <Paper key={index} withBorder p="sm" role="group" aria-label={t("question", { place })}>
            <Stack gap="xs">
              <Group justify="space-between" wrap="nowrap">
                <Text fw={600}>{t("question", { place })}</Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t("removeQuestion", { place })}
                  onClick={() => replace(index)}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </Group>
              {question.id !== undefined && fromConversation.has(question.id) && (
                <Text size="sm" c="dimmed">
                  {t("fromConversation")}
                </Text>
              )}
              <Said question={question} onChange={(changed) => replace(index, changed)} />
              <Expectations
                choices={choices}
                expects={question.expects}
                onChange={(expects) => replace(index, { ...question, expects })}
              />
            </Stack>
          </Paper>
        );
      })}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...questions, blankQuestion])}
        >
          {t("addQuestion")}
        </Button>
      </div>
    </Stack>
  );
}

/** The last words. Those before them come from a conversation, and stay as they were. */
function Said({ question, onChange }: { question: Question; onChange: (question: Question) => void }) {
  const { t } = useTranslation("evaluations");
  const earlier = question.said.slice(0, -1);
  return (
    <Textarea
      label={t("said")}
      description={earlier.length > 0 ? t("earlier", { count: earlier.length }) : undefined}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={4000}
      value={question.said.at(-1)?.text ?? ""}
      onChange={(event) =>
        onChange({ ...question, said: [...earlier, { from: "customer", text: event.currentTarget.value }] })
      }
    />
  );
}

const kinds = ["says", "says_not", "cites", "calls", "leaves"] as const;
type Kind = (typeof kinds)[number];

function expectationOf(kind: Kind, value: string): Expectation {
  if (kind === "cites") return { expect: kind, source_id: value === "" ? null : Number(value) };
  if (kind === "calls") return { expect: kind, tool: value };
  return kind === "leaves" ? { expect: kind, exit: value } : { expect: kind, text: value };
}

type ExpectationsProps = {
  choices: StepChoices;
  expects: Expectation[];
  onChange: (expects: Expectation[]) => void;
};

function Expectations({ choices, expects, onChange }: ExpectationsProps) {
  const { t } = useTranslation("evaluations");
  const replace = (index: number, ...by: Expectation[]) => onChange(expects.toSpliced(index, 1, ...by));
  // A step without tools offers none.
  const offered = kinds.filter((kind) => kind === "says" || kind === "says_not" || choices[kind].length > 0);
  return (
    <Stack gap={6}>
      {expects.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("anyAnswer")}
        </Text>
      )}
      {expects.map((expectation, index) => {
        const kind = expectation.expect;
        const set = (value: string | null) => replace(index, expectationOf(kind, value ?? ""));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: expectations have no names
          <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
            <Select
              w={190}
              style={{ flex: "none" }}
              aria-label={t("expects")}
              allowDeselect={false}
              data={[...new Set([...offered, kind])].map((value) => ({ value, label: t(`kind.${value}`) }))}
              value={kind}
              onChange={(chosen) => {
                const next = kinds.find((each) => each === chosen) ?? kind;
                const first = next === "says" || next === "says_not" ? "" : (choices[next][0]?.value ?? "");
                replace(index, expectationOf(next, first));
              }}
            />
            {kind === "says" || kind === "says_not" ? (
              <TextInput
                style={{ flex: 1, minWidth: 0 }}
                aria-label={t(`value.${kind}`)}
                maxLength={500}
                value={namedBy(expectation)}
                onChange={(event) => set(event.currentTarget.value)}
              />
            ) : (
              <Select
                style={{ flex: 1, minWidth: 0 }}
                aria-label={t(`value.${kind}`)}
                allowDeselect={false}
                data={choices[kind]}
                value={namedBy(expectation) || null}
                onChange={set}
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("removeExpectation")}
              onClick={() => replace(index)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        );
      })}
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...expects, { expect: "says", text: "" }])}
        >
          {t("addExpectation")}
        </Button>
      </div>
    </Stack>
  );
}
