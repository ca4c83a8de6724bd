import { type NotificationKind, notificationKinds } from "@banter/core/model/notification.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import {
  Alert,
  Button,
  Checkbox,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { waysQuery } from "../../queries.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { faultAt } from "../../ui/error-text.ts";
import { Failure } from "../../ui/failure.tsx";
import { TextLink } from "../../ui/links.tsx";
import * as words from "../../ui/notification-words.ts";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { addWords, languages } from "../../words.ts";

addWords("notifications", words);

type Ways = ReplyOf<"GET /pages/:page_id/notification_ways">;

/** The chat and the webhook that get the page's notifications. */
export function NotificationsTab() {
  const { t } = useTranslation("notifications");
  const page = usePage();
  const { data, error, refetch } = useQuery(waysQuery(page.id));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  return (
    <Stack gap="lg">
      {!data.reaches_somebody && (
        <Alert
          color="yellow"
          variant="outline"
          icon={<IconAlertTriangle size={18} />}
          title={
            <Text span inherit c="bright">
              {t("ways.nobody")}
            </Text>
          }
        >
          {t("ways.nobodyHelp")}{" "}
          <TextLink to="/settings/profile" hash="notifications" size="sm" underline="always">
            {t("ways.toProfile")}
          </TextLink>
        </Alert>
      )}
      <WaysForm ways={data} />
    </Stack>
  );
}

const allKinds = [...notificationKinds];

function valuesOf({ telegram, webhook, language }: Ways) {
  return {
    telegram: {
      isUsed: telegram !== null,
      token: "",
      chat: telegram?.chat_id ?? "",
      kinds: telegram?.kinds ?? allKinds,
    },
    webhook: { isUsed: webhook !== null, url: webhook?.url ?? "", kinds: webhook?.kinds ?? allKinds },
    language,
  };
}

type Values = ReturnType<typeof valuesOf>;

const bodyOf = ({ telegram, webhook, language }: Values, stored: Ways) => ({
  telegram: telegram.isUsed
    ? {
        ...(telegram.token.trim() && { bot_token: telegram.token.trim() }),
        ...(stored.telegram?.api_url && { api_url: stored.telegram.api_url }),
        chat_id: telegram.chat.trim(),
        kinds: telegram.kinds,
      }
    : null,
  webhook: webhook.isUsed ? { url: webhook.url.trim(), kinds: webhook.kinds } : null,
  language,
});

function WaysForm({ ways }: { ways: Ways }) {
  const { t } = useTranslation("notifications");
  const page = usePage();
  const mayOwn = useMay("own");
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({ initialValues: valuesOf(ways) });
  const save = useMutation({
    mutationFn: (values: Values) =>
      api("PUT /pages/:page_id/notification_ways", { params: { page_id: page.id }, body: bodyOf(values, ways) }),
    onSuccess: async ({ secret, ...stored }) => {
      setSecret(secret);
      queryClient.setQueryData(waysQuery(page.id).queryKey, stored);
      form.setValues(valuesOf(stored));
      form.resetDirty();
      showToast({ message: t("ui:saved") });
    },
  });
  useLeaveGuard(form.isDirty());
  return (
    <Paper withBorder p="lg">
      <Section title={t("ways.title")} help={t("ways.help")}>
        <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <fieldset disabled={!mayOwn} className="bare-fieldset">
            <Stack gap="lg">
              <TelegramInputs form={form} ways={ways} error={save.error} />
              <WebhookInputs form={form} ways={ways} error={save.error} />
              {secret && <CodeBlock text={secret} what={t("ways.secret")} />}
              <Stack gap={4}>
                <Text size="sm" fw={500} id="ways-language">
                  {t("ways.language")}
                </Text>
                <SegmentedControl
                  aria-labelledby="ways-language"
                  data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
                  {...form.getInputProps("language")}
                />
              </Stack>
              <Group className="save-bar is-inside">
                <Button type="submit" loading={save.isPending}>
                  {t("ui:save")}
                </Button>
                {!mayOwn && <Text size="sm">{t("ways.mayNot")}</Text>}
              </Group>
            </Stack>
          </fieldset>
        </form>
      </Section>
    </Paper>
  );
}

type InputsProps = { form: ReturnType<typeof useForm<Values>>; ways: Ways; error: unknown };

function TelegramInputs({ form, ways, error }: InputsProps) {
  const { t } = useTranslation("notifications");
  const { isUsed } = form.values.telegram;
  return (
    <Stack gap="xs">
      <Switch
        label={t("ways.telegram")}
        description={t("ways.telegramHelp")}
        {...form.getInputProps("telegram.isUsed", { type: "checkbox" })}
      />
      {isUsed && (
        <>
          <TextInput
            label={t("ways.token")}
            type="password"
            autoComplete="off"
            required={!ways.telegram}
            description={ways.telegram ? t("ways.tokenKept") : undefined}
            {...form.getInputProps("telegram.token")}
            error={faultAt(error, "/telegram/bot_token")}
          />
          <TextInput
            label={t("ways.chat")}
            description={t("ways.chatHelp")}
            required
            {...form.getInputProps("telegram.chat")}
            error={faultAt(error, "/telegram/chat_id")}
          />
          <Kinds form={form} way="telegram" />
          {ways.telegram && <TestButton way="telegram" failure={ways.telegram.failure} />}
        </>
      )}
    </Stack>
  );
}

function WebhookInputs({ form, ways, error }: InputsProps) {
  const { t } = useTranslation("notifications");
  const { isUsed } = form.values.webhook;
  return (
    <Stack gap="xs">
      <Switch
        label={t("ways.webhook")}
        description={t("ways.webhookHelp")}
        {...form.getInputProps("webhook.isUsed", { type: "checkbox" })}
      />
      {isUsed && (
        <>
          <TextInput
            label={t("ways.address")}
            type="url"
            required
            {...form.getInputProps("webhook.url")}
            error={faultAt(error, "/webhook/url")}
          />
          <Kinds form={form} way="webhook" />
          {ways.webhook && <TestButton way="webhook" failure={ways.webhook.failure} />}
        </>
      )}
    </Stack>
  );
}

function Kinds({ form, way }: { form: InputsProps["form"]; way: "telegram" | "webhook" }) {
  const { t } = useTranslation("notifications");
  return (
    <Checkbox.Group
      label={t("ways.kinds")}
      value={form.values[way].kinds}
      onChange={(kinds) => form.setFieldValue(`${way}.kinds`, kinds as NotificationKind[])}
    >
      <Stack gap="xs" mt={4}>
        {notificationKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`kinds.${kind}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function TestButton({ way, failure }: { way: "telegram" | "webhook"; failure: string | null }) {
  const { t } = useTranslation("notifications");
  const page = usePage();
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () =>
      api("POST /pages/:page_id/notification_ways/test", { params: { page_id: page.id }, body: { way } }),
    onSuccess: async () => {
      showToast({ message: t("ways.testSent") });
      await queryClient.invalidateQueries(waysQuery(page.id));
    },
  });
  return (
    <Group>
      <Button variant="default" size="compact-sm" loading={test.isPending} onClick={() => test.mutate()}>
        {t("ways.test")}
      </Button>
      {failure && (
        <Text size="sm" c="red" role="status">
          {t("ways.failure", { reason: failure })}
        </Text>
      )}
    </Group>
  );
}
