import { Anchor, Group, Paper } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AddressWarning } from "../../frame/address/warning.tsx";
import { usePage } from "../../frame/use-page.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Section } from "../../ui/screen.tsx";

/** The address of the web chat, and the snippet that embeds it in a site. */
export function WebchatPlaces() {
  const { t } = useTranslation("pages");
  const { id, chat_url } = usePage();
  const url = chat_url ?? `${window.location.origin}/chat/${id}`;
  const snippet = `<script src="${new URL(url).origin}/widget.js" data-page="${id}" async></script>`;
  return (
    <>
      <AddressWarning url={url} kind="link" />
      <Paper withBorder p="lg">
        <Section title={t("webchat.page")} help={t("webchat.pageHelp")}>
          <Group gap="xs">
            <Anchor href={url} target="_blank" rel="noreferrer" style={{ overflowWrap: "anywhere" }}>
              {url} <IconExternalLink size={14} role="img" aria-label={t("channel.newTab")} />
            </Anchor>
            <CopyButton value={url} what={t("webchat.page")} />
          </Group>
        </Section>
      </Paper>
      <Paper withBorder p="lg">
        <Section title={t("webchat.embed")} help={t("webchat.embedHelp")}>
          <CodeBlock text={snippet} what={t("webchat.snippet")} />
        </Section>
      </Paper>
    </>
  );
}
