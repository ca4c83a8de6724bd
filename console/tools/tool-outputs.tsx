import { channelFacts, ownChannel } from "@banter/core/channels/index.ts";
import { isAllowed } from "@banter/core/model/role.ts";
import { Button, Group, Image, Paper, Stack, Text } from "@mantine/core";
import { IconDownload, IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { TextLink } from "../ui/links.tsx";
import type { Tool } from "./tool.ts";

/** What a tool is there for: its link, its picture, its JSON or its line of HTML. */
export function Gives({ tool }: { tool: Tool }) {
  const { t, i18n } = useTranslation("tools");
  const page = usePage();
  const channel = t(`channels:${page.channel}.name`);
  const { tools } = channelFacts[page.channel];
  if (!tools.includes(tool.type)) return <Trouble text={t(`cannot.${tool.type}`, { channel })} />;
  if (tool.type === "social_ads_json")
    return (
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t(page.channel === ownChannel ? "gives.ads_link" : "gives.ads")}
        </Text>
        <CodeBlock text={JSON.stringify(tool.ads_json, null, 2)} what={t("gives.ads_what")} />
      </Stack>
    );
  if (tool.type === "chat_widget")
    return (
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t("gives.widget")}
        </Text>
        <CodeBlock text={tool.snippet} what={t("gives.widget_what")} />
      </Stack>
    );
  if (page.chat_url === null)
    return (
      <Trouble text={t([`channels:${page.channel}.noLink`, "no_link.other"])}>
        {isAllowed(page.role, "own") && (
          <TextLink
            to="/pages/$pageId/settings"
            params={{ pageId: page.id }}
            search={{ tab: "channel" }}
            size="sm"
            underline="always"
          >
            {t("no_link.settings")}
          </TextLink>
        )}
      </Trouble>
    );
  // A link that a channel cannot carry leads to our own address instead, where nobody waits.
  if (new URL(tool.link).origin !== new URL(page.chat_url).origin)
    return <Trouble text={t("cannot.ref", { channel })} />;
  return (
    <Group align="flex-start" gap="md">
      {tool.type === "qr_code" && <Code tool={tool} />}
      <Stack gap="xs" flex="1 1 260px" miw={0}>
        <CodeBlock text={tool.link} what={t("gives.link_what")} />
        {i18n.exists(`channels:${page.channel}.linkNote`) && (
          <Text size="sm" c="dimmed">
            {t(`channels:${page.channel}.linkNote`, { ref: tool.ref ?? "" })}
          </Text>
        )}
        <Group gap="xs">
          <Button
            component="a"
            size="xs"
            variant="default"
            href={tool.link}
            target="_blank"
            rel="noopener"
            aria-label={t("gives.open_name", { name: tool.name })}
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            {t("gives.open")}
          </Button>
          {tool.type === "qr_code" && <Downloads tool={tool} />}
        </Group>
      </Stack>
    </Group>
  );
}

/** Why the tool gives nothing, and what to do. */
function Trouble({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </Stack>
  );
}

/** On white in the dark too: cameras read dark on light. */
function Code({ tool }: { tool: Tool }) {
  const { t } = useTranslation("tools");
  return (
    <Paper withBorder p={6} bg="white">
      <Image src={tool.qr_svg} alt={t("gives.qr", { name: tool.name })} w={132} h={132} />
    </Paper>
  );
}

function Downloads({ tool }: { tool: Tool }) {
  const { t } = useTranslation("tools");
  const file = tool.ref ?? `tool-${tool.id}`;
  const icon = <IconDownload size={14} aria-hidden />;
  return (
    <>
      <Button component="a" size="xs" variant="default" href={tool.qr_png} download={`${file}.png`} leftSection={icon}>
        {t("gives.png")}
      </Button>
      <Button component="a" size="xs" variant="default" href={tool.qr_svg} download={`${file}.svg`} leftSection={icon}>
        {t("gives.svg")}
      </Button>
    </>
  );
}
