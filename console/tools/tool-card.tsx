import { channelFacts } from "@banter/core/channels/index.ts";
import { ActionIcon, Group, Paper, Stack, Switch, Text, ThemeIcon } from "@mantine/core";
import {
  type Icon,
  IconAd2,
  IconAlertTriangle,
  IconAt,
  IconCreditCard,
  IconForms,
  IconLink,
  IconMapPin,
  IconMessageChatbot,
  IconMessageCircle,
  IconMessageReply,
  IconMoodSmile,
  IconPencil,
  IconQrcode,
  IconShoppingCart,
  IconSpeakerphone,
  IconTrash,
  IconUserPlus,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { treeQuery } from "../queries.ts";
import { worthText } from "../ui/figures/money-text.ts";
import { type EventTool, hasRef, type Tool, toolNumbersQuery } from "./tool.ts";
import { ToolOutputs } from "./tool-outputs.tsx";

type Props = {
  tool: Tool;
  handle: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
  onPublish: (isPublished: boolean) => void;
};

const icons: Record<Tool["type"], Icon> = {
  chat_ref_url: IconLink,
  qr_code: IconQrcode,
  social_ads_json: IconSpeakerphone,
  chat_widget: IconMessageChatbot,
  comments: IconMessageCircle,
  story_mention: IconAt,
  story_reply: IconMessageReply,
  form: IconForms,
  location: IconMapPin,
  order: IconShoppingCart,
  payment: IconCreditCard,
  reaction: IconMoodSmile,
  follow: IconUserPlus,
  ad: IconAd2,
};

export function ToolCard({ tool, handle, onEdit, onDelete, onPublish }: Props) {
  const { t } = useTranslation("tools");
  const mayBuild = useMay("build");
  const TypeIcon = icons[tool.type];
  const { name } = tool;
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          {handle}
          <ThemeIcon variant="light" size="lg" visibleFrom="xs">
            <TypeIcon size={20} stroke={1.7} aria-hidden />
          </ThemeIcon>
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`type.${tool.type}.name`)}
            </Text>
          </div>
          <Switch
            aria-label={t("row.published", { name })}
            checked={tool.is_published}
            disabled={!mayBuild}
            onChange={(event) => onPublish(event.currentTarget.checked)}
            mt={4}
          />
          {mayBuild && (
            <Group gap={4} wrap="nowrap">
              <ActionIcon variant="subtle" color="gray" aria-label={t("row.editName", { name })} onClick={onEdit}>
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon variant="subtle" color="gray" aria-label={t("row.deleteName", { name })} onClick={onDelete}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          )}
        </Group>
        <StartedFlow tool={tool} />
        <Numbers tool={tool} />
        {hasRef(tool) ? <ToolOutputs tool={tool} /> : <Waiting tool={tool} />}
      </Stack>
    </Paper>
  );
}

/** How often its counted link was opened, and how many customers it has brought. */
function Numbers({ tool }: { tool: Tool }) {
  const { t, i18n } = useTranslation("tools");
  const { id: pageId } = usePage();
  const { data } = useQuery(toolNumbersQuery(pageId));
  const numbers = data?.find(({ id }) => id === tool.id);
  if (!numbers) return null;
  const [opens, starts] = [numbers.opens, numbers.starts].map((count) => count.toLocaleString(i18n.language));
  const worth = worthText(numbers.goals, i18n.language);
  return (
    <Text size="sm" c="dimmed" data-numbers={tool.id}>
      {t(hasRef(tool) ? "numbers" : "waiting.numbers", { opens, starts })}
      {worth !== "" && t("worth", { worth })}
    </Text>
  );
}

/** The flow that it starts, or the reason that it starts none. */
function StartedFlow({ tool }: { tool: Tool }) {
  const { t } = useTranslation("tools");
  const { id: pageId, channel } = usePage();
  const { data } = useQuery(treeQuery(pageId));
  const flow = data?.flows.find(({ id }) => id === tool.flow_id);
  if (!data || !channelFacts[channel].tools.includes(tool.type)) return null;
  const isRunnable = flow?.published_version != null && flow.is_on;
  const words = hasRef(tool) ? "row" : "waiting";
  const reason = !tool.is_published
    ? t(`${words}.unpublished`)
    : hasRef(tool) && tool.ref === null
      ? t("row.noRef")
      : !flow
        ? t(`${words}.noFlow`)
        : !isRunnable
          ? t(`${words}.unpublishedFlow`)
          : undefined;
  if (!reason) return <Text size="sm">{t("row.starts", { flow: flow?.name })}</Text>;
  return (
    <Group gap={6} wrap="nowrap" c="var(--mantine-color-orange-text)">
      <IconAlertTriangle size={16} aria-hidden />
      <Text size="sm" c="bright">
        {reason}
      </Text>
    </Group>
  );
}

/** Words, emoji or things that it waits for; or the reason that it waits in vain. */
function Waiting({ tool }: { tool: EventTool }) {
  const { t } = useTranslation("tools");
  const { channel } = usePage();
  const isOffered = channelFacts[channel].tools.includes(tool.type);
  const wanted = Object.entries(tool.settings).flatMap(([name, value]) =>
    Array.isArray(value) && !unwanted.has(name) ? value.map(String) : [],
  );
  if (isOffered && wanted.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {isOffered
        ? t("waiting.for", { what: wanted.join(", ") })
        : t("waiting.cannot", { channel: t(`channels:${channel}.name`) })}
    </Text>
  );
}

/** Lists among the settings that are not waited for. */
const unwanted: ReadonlySet<string> = new Set(["excludes", "answers"]);
