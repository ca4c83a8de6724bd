import { variablesIn } from "@banter/core/flow/document/references.ts";
import { secretNameOf } from "@banter/core/flow/secret-name.ts";
import type { request } from "@banter/core/flow/steps/request.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { api } from "../../../api.ts";
import { Failure } from "../../../ui/failure.tsx";
import { useScene } from "../../context.ts";
import type { DraftStep } from "../../edit/draft.ts";
import { listOf } from "../../steps/exits.ts";
import { textOf } from "../../steps/summary.ts";
import { AnswerTree } from "./answer-tree.tsx";

type Answer = ReplyOf<"POST /pages/:page_id/requests/try">;
type TriedStep = z.input<typeof request.schema>;

/** Makes the call for real, with the values of a customer whom the author makes up, and shows the answer. */
export function SendNow({ step, onPick }: { step: DraftStep; onPick: (keys: string[]) => void }) {
  const { t } = useTranslation("builder");
  const { page } = useScene();
  const [values, setValues] = useState<Record<string, string>>({});
  const names = variablesOf(step);
  const send = useMutation({
    meta: { showsFailure: true },
    mutationFn: () =>
      api("POST /pages/:page_id/requests/try", {
        params: { page_id: page.id },
        body: { step: callOf(step), values: Object.fromEntries(names.map((name) => [name, values[name] ?? ""])) },
      }),
  });
  return (
    <Paper withBorder p="xs" component="section" aria-label={t("sendNow.title")}>
      <Stack gap="xs">
        {names.length > 0 && (
          <Text size="xs" c="dimmed">
            {t("sendNow.values")}
          </Text>
        )}
        {names.map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={t(`variables.names.${name}`, { defaultValue: name })}
            value={values[name] ?? ""}
            onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <Button
          size="compact-sm"
          variant="default"
          className="row-add"
          leftSection={<IconSend size={14} aria-hidden />}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t("sendNow.title")}
        </Button>
        {send.error && <Failure error={send.error} />}
        {send.data && <AnswerView answer={send.data} onPick={onPick} />}
      </Stack>
    </Paper>
  );
}

function AnswerView({ answer, onPick }: { answer: Answer; onPick: (keys: string[]) => void }) {
  const { t } = useTranslation("builder");
  if (!answer.ok) {
    return (
      <Text size="sm" c="red" role="status">
        {t(`sendNow.failures.${answer.reason}`, { status: answer.status, defaultValue: t("sendNow.failed") })}
      </Text>
    );
  }
  const json = readJson(answer.body);
  return (
    <div role="status">
      <Text size="sm">{t("sendNow.answered", { status: answer.status })}</Text>
      {json === undefined ? (
        <Text size="xs" c="dimmed">
          {t("sendNow.notJson")}
        </Text>
      ) : (
        <>
          <Text size="xs" c="dimmed" mb={4}>
            {t("sendNow.pick")}
          </Text>
          <AnswerTree value={json} keys={[]} onPick={onPick} />
        </>
      )}
    </div>
  );
}

/** The step without what is done with the answer, which may be unfinished. */
function callOf({ method, url, headers, body }: DraftStep): TriedStep {
  return { type: "request", method, url, headers, body } as TriedStep;
}

/** The variables in the address, the headers and the body, each once. Secrets are filled in by the server. */
function variablesOf({ url, headers, body }: DraftStep): string[] {
  const templates = [url, ...listOf(headers).map(([{ value }]) => value), body].map(textOf);
  const names = templates.flatMap(variablesIn).filter((name) => secretNameOf(name) === undefined);
  return [...new Set(names)];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
