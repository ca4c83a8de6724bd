import { english } from "@banter/core/flow/explain/trace-words.ts";
import { vietnamese } from "@banter/core/flow/explain/trace-words.vi.ts";
import { Button, Group, Paper, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { usePageEvents } from "../../live/use-page-events.ts";
import { errorText } from "../../ui/error-text.ts";
import { newEditorId } from "../edit/together/editor-id.ts";
import { saidSoFar } from "../try-out/said-so-far.ts";
import type { TryOut, TryOutAction } from "../try-out/try-out.ts";

type Props = { call: NonNullable<TryOut["modelCall"]>; chat: TryOut["chat"]; act: (action: TryOutAction) => void };

/** A test asks the real model, once the author says so: it may cost. Without words of the customer, it asks for some. */
export function TestModel({ call, chat, act }: Props) {
  const { t, i18n } = useTranslation("builder");
  const { id: page_id } = usePage();
  const [words, setWords] = useState("");
  const [written, setWritten] = useState("");
  const [watch] = useState(newEditorId);
  const said = saidSoFar(chat, call.history);
  const isSilent = said.length === 0;
  const ask = useMutation({
    mutationFn: () =>
      api("POST /pages/:page_id/models/ask", {
        params: { page_id },
        body: { call, watch, messages: isSilent ? [{ from: "customer", text: words.trim() }] : said },
      }),
    onSettled: () => setWritten(""),
    onSuccess: (answer) => answer.ok && act({ type: "answer", answer }),
    meta: { showsFailure: true },
  });
  usePageEvents(page_id, (event) => {
    if (event.type === "model_words" && event.watch === watch && ask.isPending) setWritten(event.text);
  });
  const refused = ask.data?.ok === false ? ask.data : undefined;
  const reasons = reasonsIn(i18n.language);
  return (
    <Paper withBorder p="xs">
      <Text size="sm" fw={600}>
        {t("test.model")}
      </Text>
      <Text size="xs" c="dimmed">
        {t("test.modelHelp")}
      </Text>
      {isSilent && (
        <TextInput
          mt={6}
          size="xs"
          label={t("test.modelWords")}
          maxLength={2000}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      {written && (
        <Text mt={6} size="sm" c="dimmed" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {written} …
        </Text>
      )}
      {refused && (
        <Text mt={6} size="xs" c="red" role="alert">
          {t("test.modelRefused", { reason: reasons[refused.reason] ?? refused.reason })}
        </Text>
      )}
      {ask.error && (
        <Text mt={6} size="xs" c="red" role="alert">
          {errorText(ask.error)}
        </Text>
      )}
      <Group mt={6} gap={6}>
        <Button
          size="compact-sm"
          loading={ask.isPending}
          disabled={isSilent && words.trim() === ""}
          onClick={() => ask.mutate()}
        >
          {t("test.askModel")}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => act({ type: "answer", answer: { ok: false, reason: refused?.reason ?? "timeout" } })}
        >
          {t("test.noAnswer")}
        </Button>
      </Group>
    </Paper>
  );
}

function reasonsIn(language: string): Record<string, string> {
  const { calls, ai } = language === "vi" ? vietnamese : english;
  return { ...calls, ...ai.reasons };
}
