import { Button, Group, Modal, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { type OpenQuestion, questions } from "./confirm.ts";

/** Where the questions of `confirm` are shown. */
export function ConfirmHost() {
  const question = useSyncExternalStore(questions.subscribe, questions.read);
  const { t } = useTranslation("ui");
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => question?.answer(false)}
      title={question?.title}
      closeButtonProps={{ "aria-label": t("close") }}
      centered
    >
      {question && <Body question={question} />}
    </Modal>
  );
}

function Body({ question: { body, action, isDangerous = true, typed, answer } }: { question: OpenQuestion }) {
  const { t } = useTranslation("ui");
  const [text, setText] = useState("");
  const mayAct = typed === undefined || text.trim() === typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayAct) answer(true);
  };
  return (
    <form onSubmit={submit}>
      <Text size="sm">{body}</Text>
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
        <Button variant="default" onClick={() => answer(false)}>
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
