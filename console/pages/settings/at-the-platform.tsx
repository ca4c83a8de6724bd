import "../../frame/channel/channel-words.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import { Anchor, Group, List, Paper, Text, TextInput } from "@mantine/core";
import { IconCircleCheck, IconClock, IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { ago } from "../../ui/ago.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Section } from "../../ui/screen.tsx";
import type { PageConnection } from "./connected.ts";

/** The steps that are left to the owner at the platform before messages come. */
export function AtThePlatform({ connected }: { connected: PageConnection }) {
  const { t } = useTranslation("pages");
  const { channel, chat_url } = usePage();
  if (connected.webhook_url === null) return null;
  const { hasAppWebhook, dashboardFields } = channelFacts[channel];
  const appUrl = hasAppWebhook ? connected.app_webhook_url : null;
  const own = (
    <Address
      label={t("webhook.own")}
      help={t([`channels:${channel}.webhook.own`, "webhook.ownHelp"])}
      url={connected.webhook_url}
    />
  );
  const word = connected.verify_token !== null && (
    <Address label={t("webhook.verifyToken")} url={connected.verify_token} />
  );
  const app = appUrl && (
    <Address label={t("webhook.app")} help={t([`channels:${channel}.webhook.app`, "webhook.appHelp"])} url={appUrl} />
  );
  return (
    <Paper withBorder p="lg">
      <Section title={t("webhook.title")} help={t(`channels:${channel}.webhook.help`, { defaultValue: "" })}>
        {dashboardFields ? (
          <List type="ordered" size="sm" spacing="sm" styles={{ itemWrapper: { display: "inline" } }}>
            <List.Item>{t(`channels:${channel}.webhook.open`)}</List.Item>
            <List.Item>
              {t([`channels:${channel}.webhook.enter`, "webhook.enter"])}
              {own}
              {app}
              {word}
            </List.Item>
            <List.Item>
              {t([`channels:${channel}.webhook.subscribe`, "webhook.subscribe"])}
              <CodeBlock text={dashboardFields.join(", ")} what={t("webhook.fields")} />
            </List.Item>
          </List>
        ) : (
          <>
            {own}
            {app}
            {app && word}
          </>
        )}
        {chat_url && (
          <Text size="sm">
            {t("webhook.try")}:{" "}
            <Anchor href={chat_url} target="_blank" rel="noreferrer" inherit underline="always">
              {chat_url} <IconExternalLink size={14} role="img" aria-label={t("channel.newTab")} />
            </Anchor>
          </Text>
        )}
        <Arrivals />
      </Section>
    </Paper>
  );
}

/** Shows when the platform's messages come: the only proof that everything is entered there. */
function Arrivals() {
  const { t, i18n } = useTranslation("pages");
  const { id } = usePage();
  const { data: at } = useQuery({
    queryKey: ["page", id, "last_webhook"],
    queryFn: async () => (await api("GET /pages/:page_id/health", { params: { page_id: id } })).last_webhook_at,
    refetchInterval: ({ state }) => (state.data == null ? 5000 : 60_000),
  });
  if (at === undefined) return null;
  const Sign = at === null ? IconClock : IconCircleCheck;
  return (
    <Group gap={8} wrap="nowrap" role="status" align="flex-start">
      <Sign size={20} aria-hidden color={`var(--mantine-color-${at === null ? "dimmed" : "teal-6"})`} />
      <Text size="sm">{at === null ? t("webhook.unseen") : t("webhook.seen", { when: ago(at, i18n.language) })}</Text>
    </Group>
  );
}

function Address({ label, help, url }: { label: string; help?: string; url: string }) {
  return (
    <TextInput
      mt="xs"
      label={label}
      description={help}
      readOnly
      value={url}
      rightSection={<CopyButton value={url} what={label} />}
    />
  );
}
