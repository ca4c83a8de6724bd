import { Anchor, List, Paper, Text, TextInput } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Section } from "../../ui/screen.tsx";
import type { Connected } from "./connected.ts";

/** What Meta's dashboard calls the events that a page needs. */
const eventFields = {
  messenger:
    "messages, messaging_postbacks, messaging_referrals, messaging_optins, message_deliveries, message_reads, message_echoes, messaging_handovers, standby, messaging_policy_enforcement",
  instagram: "messages, messaging_postbacks, messaging_seen, messaging_referral",
};

/** What the owner has to do at the platform before messages come, if anything. */
export function AtThePlatform({ connected }: { connected: Connected }) {
  const { t } = useTranslation("pages");
  const { channel, chat_url } = usePage();
  if (connected.webhook_url === null) return null;
  const isDashboard = channel === "messenger" || channel === "instagram";
  // A bot is told by its address alone, so that an app of many bots has none.
  const appUrl = channel === "telegram" ? null : connected.app_webhook_url;
  const own = (
    <Address
      label={t("webhook.own")}
      help={t([`webhook.${channel}.own`, "webhook.ownHelp"])}
      url={connected.webhook_url}
    />
  );
  const app = appUrl && (
    <Address label={t("webhook.app")} help={t([`webhook.${channel}.app`, "webhook.appHelp"])} url={appUrl} />
  );
  return (
    <Paper withBorder p="lg">
      <Section title={t("webhook.title")} help={t(`webhook.${channel}.help`, { defaultValue: "" })}>
        {isDashboard ? (
          <List type="ordered" size="sm" spacing="sm" styles={{ itemWrapper: { display: "inline" } }}>
            <List.Item>{t(`webhook.${channel}.open`)}</List.Item>
            <List.Item>
              {t("webhook.enter")}
              {own}
              {app}
            </List.Item>
            <List.Item>
              {t("webhook.subscribe")}
              <CodeBlock text={eventFields[channel]} what={t("webhook.fields")} />
            </List.Item>
          </List>
        ) : (
          <>
            {own}
            {app}
          </>
        )}
        {chat_url && (
          <Text size="sm">
            {t("webhook.try")}:{" "}
            <Anchor href={chat_url} target="_blank" rel="noreferrer" inherit underline="always">
              {chat_url} <IconExternalLink size={14} role="img" aria-label={t("webchat.newTab")} />
            </Anchor>
          </Text>
        )}
      </Section>
    </Paper>
  );
}

function Address({ label, help, url }: { label: string; help: string; url: string }) {
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
