import { ActionIcon, Alert, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import {
  type Icon,
  IconArrowRightCircle,
  IconHandStop,
  IconHash,
  IconMenu2,
  IconMessageQuestion,
  IconMoodSmile,
  IconPencil,
  IconQrcode,
  IconRoute,
  IconSpeakerphone,
  IconTimeline,
  IconWebhook,
  IconX,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type FlowUse, usesQuery } from "../../frame/uses/queries.ts";
import { useUseName } from "../../frame/uses/use-list.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { TextLink } from "../../ui/links.tsx";
import { useScene } from "../context.ts";
import { flowQuery } from "../queries.ts";
import { AddTrigger } from "./add-trigger.tsx";
import { EditKeyword } from "./edit-keyword.tsx";
import { useTriggers } from "./use-triggers.ts";

/** Everything that starts the flow, to add to and to take from. */
export function Triggers() {
  const { t } = useTranslation("triggers");
  const { builder, page, flowId } = useScene();
  const { data: flow } = useQuery(flowQuery(page.id, flowId));
  const { data: uses, error, refetch } = useQuery(usesQuery(page.id, flowId));
  const triggers = useTriggers();
  const [editing, setEditing] = useState<number>();
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t("builder:panels.triggers")}
      </Title>
      <Text size="sm" c="dimmed">
        {t("help")}
      </Text>
      {flow && <State isOn={flow.is_on} isPublished={flow.published_version !== null} />}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!uses && !error && <Skeleton h={80} />}
      {uses?.length === 0 && <Text size="sm">{t("none")}</Text>}
      {uses && uses.length > 0 && (
        <ul className="plain-list" aria-label={t("list")}>
          {uses.map((use) => (
            <li key={`${use.type} ${use.id}`}>
              <Row
                use={use}
                canEdit={builder.canEdit}
                onEdit={() => setEditing(use.id ?? undefined)}
                onRemove={() => triggers.remove.mutate(use)}
              />
            </li>
          ))}
        </ul>
      )}
      {builder.canEdit && <AddTrigger triggers={triggers} onKeyword={() => setEditing(0)} />}
      <Group gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t("api", { id: flowId })}
        </Text>
        <CopyButton value={String(flowId)} what={t("apiCopy")} />
      </Group>
      <EditKeyword keywordId={editing} onClose={() => void triggers.refresh().then(() => setEditing(undefined))} />
    </Stack>
  );
}

/** The reason that nothing starts the flow, whatever the list says. */
function State({ isOn, isPublished }: { isOn: boolean; isPublished: boolean }) {
  const { t } = useTranslation("triggers");
  if (isOn && isPublished) return null;
  return (
    <Alert color="yellow" variant="light" p="xs">
      <Text size="sm">{t(isOn ? "unpublished" : "isOff")}</Text>
    </Alert>
  );
}

const icons: Record<FlowUse["type"], Icon> = {
  welcome: IconMoodSmile,
  default_reply: IconHandStop,
  keyword: IconHash,
  ice_breaker: IconMessageQuestion,
  menu_item: IconMenu2,
  tool: IconQrcode,
  sequence: IconTimeline,
  rule: IconRoute,
  broadcast: IconSpeakerphone,
  hook: IconWebhook,
  flow: IconArrowRightCircle,
};

const elsewhere = ["flow", "hook", "sequence", "rule", "broadcast"] as const;
type Elsewhere = (typeof elsewhere)[number];
const isElsewhere = (type: FlowUse["type"]): type is Elsewhere => (elsewhere as readonly string[]).includes(type);

type RowProps = { use: FlowUse; canEdit: boolean; onEdit: () => void; onRemove: () => void };

function Row({ use, canEdit, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation("triggers");
  const { page } = useScene();
  const words = useUseName()(use);
  const IconOf = icons[use.type];
  const { type } = use;
  const isHere = !isElsewhere(type);
  return (
    <div className="trigger-row">
      <IconOf size={18} stroke={1.7} aria-hidden />
      <div className="trigger-words">
        {isHere ? <Text size="sm">{words}</Text> : <UseLink use={use} pageId={page.id} words={words} />}
        {!use.is_active && (isElsewhere(type) || type === "keyword" || type === "tool") && (
          <Text size="xs" c="dimmed">
            {t(`inactive.${type}`)}
          </Text>
        )}
      </div>
      {type === "keyword" && (
        <ActionIcon variant="subtle" color="gray" aria-label={t("edit", { name: words })} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {canEdit && isHere && (
        <ActionIcon variant="subtle" color="gray" aria-label={t("remove", { name: words })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

/** A step of another flow, an incoming hook, a sequence, a rule or a broadcast: each is changed where it is. */
function UseLink({ use: { type, id }, pageId, words }: { use: FlowUse; pageId: string; words: string }) {
  if (type === "hook")
    return (
      <TextLink size="sm" to="/pages/$pageId/settings" params={{ pageId }} search={{ tab: "hooks" }}>
        {words}
      </TextLink>
    );
  if (type === "sequence")
    return (
      <TextLink
        size="sm"
        to="/pages/$pageId/audience/sequences/$sequenceId"
        params={{ pageId, sequenceId: String(id) }}
      >
        {words}
      </TextLink>
    );
  if (type === "rule")
    return (
      <TextLink size="sm" to="/pages/$pageId/audience/rules/$ruleId" params={{ pageId, ruleId: String(id) }}>
        {words}
      </TextLink>
    );
  if (type === "broadcast")
    return (
      <TextLink size="sm" to="/pages/$pageId/audience/$broadcastId" params={{ pageId, broadcastId: String(id) }}>
        {words}
      </TextLink>
    );
  return (
    <TextLink size="sm" to="/pages/$pageId/flows/$flowId" params={{ pageId, flowId: String(id) }}>
      {words}
    </TextLink>
  );
}
