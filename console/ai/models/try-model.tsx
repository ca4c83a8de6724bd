import type { ModelForm } from "@banter/core/flow/ai/model.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconPlayerPlay } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { errorText } from "../../ui/error-text.ts";
import { amountOf } from "./draft.ts";

type Tried = ReplyOf<"POST /pages/:page_id/models/try">;

/** Calls the model as it stands in the form, and says what came back, or why nothing did. */
export function TryModel({ isReady, form }: { isReady: boolean; form: () => Promise<ModelForm> }) {
  const { t } = useTranslation("models");
  const { id: page_id } = usePage();
  const attempt = useMutation({
    mutationFn: async () =>
      api("POST /pages/:page_id/models/try", {
        params: { page_id },
        body: { model: await form(), text: t("try.text") },
      }),
    meta: { showsFailure: true },
  });
  const result = useRef<HTMLDivElement>(null);
  // The buttons at the lower edge of the dialog would hide it.
  useEffect(() => {
    if (attempt.isSuccess || attempt.isError) result.current?.scrollIntoView({ block: "center" });
  }, [attempt.isSuccess, attempt.isError]);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          disabled={!isReady}
          loading={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          {t("try.action")}
        </Button>
        <Text size="sm" c="dimmed">
          {t("try.help")}
        </Text>
      </Group>
      <div role="status" ref={result}>
        {attempt.error && <Refused title={t("try.failed")} text={errorText(attempt.error)} />}
        {attempt.data && !attempt.isPending && <Result tried={attempt.data} />}
      </div>
    </Stack>
  );
}

function Result({ tried }: { tried: Tried }) {
  const { t, i18n } = useTranslation("models");
  if (!tried.ok) {
    const { reason, status, detail } = tried;
    const said = detail ? t("try.said", { detail, status: status ?? "" }) : undefined;
    return <Refused title={t(`refusals.${reason}.title`)} text={t(`refusals.${reason}.help`)} said={said} />;
  }
  const { text, input_tokens, output_tokens, cost, ms, lacks } = tried;
  const number = (value: number) => value.toLocaleString(i18n.language, { maximumFractionDigits: 6 });
  return (
    <Alert
      color="teal"
      variant="light"
      icon={<IconCheck size={18} />}
      title={
        <Text span inherit c="bright">
          {t("try.works")}
        </Text>
      }
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {text}
      </Text>
      {lacks.map((lack) => (
        <Text key={lack} size="sm" mt={4}>
          {t(`try.lacks.${lack}`)}
        </Text>
      ))}
      <Text size="xs" c="dimmed" mt={4}>
        {t("try.took", {
          input: number(input_tokens),
          output: number(output_tokens),
          cost: number(amountOf(cost)),
          seconds: number(Math.round(ms / 10) / 100),
        })}
      </Text>
    </Alert>
  );
}

function Refused({ title, text, said }: { title: string; text: string; said?: string | undefined }) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={title}>
      <Text size="sm">{text}</Text>
      {said && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
          {said}
        </Text>
      )}
    </Alert>
  );
}
