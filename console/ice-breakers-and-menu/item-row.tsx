import type { ChannelFacts } from "@banter/core/channels/facts.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import { lengthIn, type OfferLimit } from "@banter/core/channels/limits.ts";
import { ActionIcon, Box, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FlowSelect } from "../frame/flow-select.tsx";
import { useMay, usePage } from "../frame/use-page.ts";
import { WritingField, type WritingHandle } from "../frame/writing/writing-field.tsx";
import { treeQuery } from "../queries.ts";
import { faultsOf, type Item } from "./draft.ts";

type Props = {
  kind: "ice" | "menu";
  item: Item;
  name: string;
  handle: ReactNode;
  index: number;
  limit: OfferLimit;
  showsFaults: boolean;
  /** It has just been added: its title gets the focus. */
  isNew: boolean;
  /** Another item is wanted. */
  onNext: () => void;
  onChange: (item: Item) => void;
  onRemove: () => void;
};

/** An item, edited in place. */
export function ItemRow({
  kind,
  item,
  name,
  handle,
  index,
  limit,
  showsFaults,
  isNew,
  onNext,
  onChange,
  onRemove,
}: Props) {
  const { t } = useTranslation("iceBreakersAndMenu");
  const mayBuild = useMay("build");
  const faults = showsFaults
    ? faultsOf(item)
    : { ...(item.title.trim().length > 80 && { title: "titleLong" as const }) };
  const commandFault = faultsOf(item).command;
  const { hasCommands }: ChannelFacts = channelFacts[usePage().channel];
  const number = index + 1;
  const title = useRef<WritingHandle>(null);
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  return (
    <Paper withBorder p="sm">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        {handle && <Box mt={4}>{handle}</Box>}
        <Stack gap={6} flex={1} miw={0}>
          <Group gap="xs" align="flex-start">
            <Box flex="1 1 180px" miw={0}>
              <WritingField
                ref={title}
                label={t(`${kind}.item`, { number })}
                isLabelHidden
                placeholder={t(`${kind}.placeholder`)}
                value={item.title}
                isReadOnly={!mayBuild}
                error={faults.title && t(`fault.${faults.title}`)}
                onChange={(next) => onChange({ ...item, title: next })}
                onKeyDown={({ key, nativeEvent }) => {
                  if (key === "Enter" && !nativeEvent.isComposing && item.title.trim()) onNext();
                }}
              />
            </Box>
            {item.type === "flow" ? (
              <FlowSelect
                flex="1 1 180px"
                size="sm"
                aria-label={t("row.flow", { name })}
                placeholder={t("row.flowNone")}
                value={item.flow_id}
                disabled={!mayBuild}
                onChange={(flow_id) => onChange({ ...item, flow_id })}
              />
            ) : (
              <TextInput
                flex="1 1 180px"
                size="sm"
                type="url"
                inputMode="url"
                aria-label={t("menu.url", { number })}
                placeholder={t("menu.urlPlaceholder")}
                value={item.url}
                readOnly={!mayBuild}
                error={"url" in faults && faults.url && t(`fault.${faults.url}`)}
                onChange={(event) => onChange({ ...item, url: event.currentTarget.value })}
              />
            )}
          </Group>
          {kind === "menu" && item.type === "flow" && hasCommands && (
            <TextInput
              size="xs"
              leftSection="/"
              aria-label={t("menu.command", { number })}
              placeholder={t("menu.commandPlaceholder")}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={32}
              value={item.command ?? ""}
              readOnly={!mayBuild}
              error={commandFault && t(`fault.${commandFault}`)}
              onChange={(event) => onChange({ ...item, command: event.currentTarget.value.trim() })}
            />
          )}
          <Warnings item={item} index={index} limit={limit} />
        </Stack>
        {mayBuild && (
          <ActionIcon variant="subtle" color="gray" mt={4} aria-label={t("row.remove", { name })} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Paper>
  );
}

/** Faults that do not prevent saving, but surprise the owner. */
function Warnings({ item, index, limit }: Pick<Props, "item" | "index" | "limit">) {
  const { t } = useTranslation("iceBreakersAndMenu");
  const page = usePage();
  const { data } = useQuery(treeQuery(page.id));
  const { menuLinks } = channelFacts[page.channel];
  const channel = t(`channels:${page.channel}.name`);
  const flow = data?.flows.find(({ id }) => id === item.flow_id);
  const warnings: string[] = [];
  if (item.type === "flow" && data) {
    if (!flow) warnings.push(t("warn.noFlow"));
    else if (flow.published_version === null || !flow.is_on) warnings.push(t("warn.unpublished"));
  }
  if (item.type === "link" && menuLinks !== "menu") warnings.push(t(`warn.link.${menuLinks}`, { channel }));
  else if (limit.count > 0 && index >= limit.count) warnings.push(t("warn.notShown", { channel, count: limit.count }));
  else if (limit.count > 0 && lengthIn("characters", item.title.trim()) > limit.characters)
    warnings.push(t("warn.cut", { channel, max: limit.characters }));
  if (warnings.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {warnings.join(" ")}
    </Text>
  );
}
