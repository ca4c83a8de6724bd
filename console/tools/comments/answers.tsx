import { ActionIcon, Box, Button, Group, Input, Stack } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { WritingField } from "../../frame/writing/writing-field.tsx";

type Props = { answers: string[]; onChange: (answers: string[]) => void };

const maxAnswers = 20;

/** The public answers, of which one is drawn for each comment. Empty ones are not kept. */
export function Answers({ answers: kept, onChange }: Props) {
  const { t } = useTranslation("commentTool");
  const [answers, setAnswers] = useState(kept);
  const change = (next: string[]) => {
    setAnswers(next);
    onChange(next.map((answer) => answer.trim()).filter((answer) => answer !== ""));
  };
  return (
    <Input.Wrapper label={t("answers.label")} description={t("answers.help")} component="div" labelElement="div">
      <Stack gap="xs" mt={6}>
        {answers.map((answer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no other name than their place
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <Box flex={1} miw={0}>
              <WritingField
                label={t("answers.name", { number: index + 1 })}
                isLabelHidden
                placeholder={t("answers.example")}
                isLong
                landing="text"
                maxLength={2000}
                value={answer}
                onChange={(next) => change(answers.with(index, next))}
              />
            </Box>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("answers.remove", { number: index + 1 })}
              onClick={() => change(answers.toSpliced(index, 1))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {answers.length < maxAnswers && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            style={{ alignSelf: "flex-start" }}
            onClick={() => change([...answers, ""])}
          >
            {t("answers.add")}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
