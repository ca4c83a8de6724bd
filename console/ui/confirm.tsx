import { Button, Group, Text, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import i18next from "i18next";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

/** A question before an action that cannot be undone. With `typed`, that text must be typed first. */
export type Question = { title: string; body: ReactNode; action: string; isDangerous?: boolean; typed?: string };

/**
 * Asks the question; resolves to true if the user agreed.
 *
 *     if (await confirm({ title: "Delete?", body: "This cannot be undone.", action: "Delete" })) remove();
 */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    let hasAgreed = false;
    const id = modals.open({
      title: question.title,
      centered: true,
      closeButtonProps: { "aria-label": i18next.t("ui:close") },
      children: <Body question={question} onAnswer={answer} />,
      onClose: () => resolve(hasAgreed),
    });
    function answer(agreed: boolean): void {
      hasAgreed = agreed;
      modals.close(id);
    }
  });
}

type BodyProps = { question: Question; onAnswer: (agreed: boolean) => void };

function Body({ question: { body, action, isDangerous = true, typed }, onAnswer }: BodyProps) {
  const { t } = useTranslation("ui");
  const [text, setText] = useState("");
  const mayAct = typed === undefined || text.trim() === typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayAct) onAnswer(true);
  };
  return (
    <form onSubmit={submit}>
      <Text size="sm" component="div">
        {body}
      </Text>
      {typed !== undefined && (
        <TextInput
          mt="md"
          data-autofocus
          label={t("confirm.typed", { text: typed })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t("cancel")}
        </Button>
        <Button
          type="submit"
          color={isDangerous ? "red" : undefined}
          disabled={!mayAct}
          data-autofocus={typed === undefined ? true : undefined}
        >
          {action}
        </Button>
      </Group>
    </form>
  );
}
