import "../frame/channel/channel-words.ts";
import { channelFacts, ownChannel } from "@banter/core/channels/index.ts";
import { isAllowed } from "@banter/core/model/role.ts";
import { Button, Group, Image, Paper, Stack, Text } from "@mantine/core";
import { IconDownload, IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AddressWarning } from "../frame/address/warning.tsx";
import { usePage } from "../frame/use-page.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { TextLink } from "../ui/links.tsx";
import type { RefTool } from "./tool.ts";

/** The output of a tool: its link, its picture, its JSON or its line of HTML. */
export function ToolOutputs({ tool }: { tool: RefTool }) {
  const { t, i18n } = useTranslation("tools");
  const page = usePage();
  const channel = t(`channels:${page.channel}.name`);
  const { tools } = channelFacts[page.channel];
  if (!tools.includes(tool.type)) return <NoOutput text={t(`cannot.${tool.type}`, { channel })} />;
  if (tool.type === "social_ads_json")
    return (
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t(page.channel === ownChannel ? "outputs.adsLink" : "outputs.ads")}
        </Text>
        <CodeBlock text={JSON.stringify(tool.ads_json, null, 2)} what={t("outputs.adsWhat")} />
      </Stack>
    );
  if (tool.type === "chat_widget")
    return (
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t("outputs.widget")}
        </Text>
        <CodeBlock text={tool.snippet} what={t("outputs.widgetWhat")} />
        <AddressWarning url={tool.open_link} kind="link" />
      </Stack>
    );
  if (page.chat_url === null)
    return (
      <NoOutput text={t([`channels:${page.channel}.noLink`, "noLink.other"])}>
        {isAllowed(page.role, "own") && (
          <TextLink
            to="/pages/$pageId/settings"
            params={{ pageId: page.id }}
            search={{ tab: "channel" }}
            size="sm"
            underline="always"
          >
            {t("noLink.settings")}
          </TextLink>
        )}
      </NoOutput>
    );
  // For a ref that the channel cannot carry the server gives a link to its own address, which starts no chat.
  if (new URL(tool.link).origin !== new URL(page.chat_url).origin)
    return <NoOutput text={t("cannot.ref", { channel })} />;
  return (
    <Group align="flex-start" gap="md">
      {tool.type === "qr_code" && <Code tool={tool} />}
      <Stack gap="xs" flex="1 1 260px" miw={0}>
        <AddressWarning url={tool.link} kind="link" />
        <CodeBlock text={tool.link} what={t("outputs.linkWhat")} />
        {tool.is_published && (
          <>
            <Text size="sm" c="dimmed">
              {t("outputs.counted")}
            </Text>
            <CodeBlock text={tool.open_link} what={t("outputs.countedWhat")} />
            {new URL(tool.open_link).host !== new URL(tool.link).host && (
              <AddressWarning url={tool.open_link} kind="link" />
            )}
          </>
        )}
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
            aria-label={t("outputs.openName", { name: tool.name })}
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            {t("outputs.open")}
          </Button>
          {tool.type === "qr_code" && <Downloads tool={tool} />}
        </Group>
      </Stack>
    </Group>
  );
}

/** The reason that the tool has no output, and a remedy. */
function NoOutput({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </Stack>
  );
}

/** On white in dark mode too: cameras read dark on light. */
function Code({ tool }: { tool: RefTool }) {
  const { t } = useTranslation("tools");
  return (
    <Paper withBorder p={6} bg="white">
      <Image src={tool.qr_svg} alt={t("outputs.qr", { name: tool.name })} w={132} h={132} />
    </Paper>
  );
}

function Downloads({ tool }: { tool: RefTool }) {
  const { t } = useTranslation("tools");
  const file = tool.ref ?? `tool-${tool.id}`;
  const icon = <IconDownload size={14} aria-hidden />;
  return (
    <>
      <Button component="a" size="xs" variant="default" href={tool.qr_png} download={`${file}.png`} leftSection={icon}>
        {t("outputs.png")}
      </Button>
      <Button component="a" size="xs" variant="default" href={tool.qr_svg} download={`${file}.svg`} leftSection={icon}>
        {t("outputs.svg")}
      </Button>
    </>
  );
}
