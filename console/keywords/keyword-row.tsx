import { useSortable } from "@dnd-kit/sortable";
import { ActionIcon, Badge, Group, Stack, Switch, Text, UnstyledButton } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconClock,
  IconGripVertical,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { treeQuery } from "../queries.ts";
import { RowMenu } from "../ui/row-menu.tsx";
import type { KeywordInfo } from "./keyword.ts";
import type { Warning } from "./warnings.ts";

type Props = {
  keyword: KeywordInfo;
  place: number;
  count: number;
  isSortable: boolean;
  warning: Warning | undefined;
  nameOf: (id: number) => string;
  onEdit: () => void;
  onActivate: (isOn: boolean) => void;
  onMoveTo: (place: number) => void;
  onDelete: () => void;
};

export function KeywordRow({ keyword, place, isSortable, warning, nameOf, onEdit, onActivate, ...rest }: Props) {
  const { t } = useTranslation("keywords");
  const mayBuild = useMay("build");
  const { name, is_activated } = keyword;
  const sorting = useSortable({ id: keyword.id, disabled: !isSortable });
  const { transform, transition, isDragging } = sorting;
  const style = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
    zIndex: isDragging ? 2 : undefined,
  };
  return (
    <Group
      ref={sorting.setNodeRef}
      style={style}
      className="keyword-row"
      gap="xs"
      wrap="nowrap"
      data-off={!is_activated || undefined}
    >
      {isSortable && (
        <ActionIcon
          ref={sorting.setActivatorNodeRef}
          variant="subtle"
          color="gray"
          size="sm"
          data-drag-handle
          {...sorting.attributes}
          {...sorting.listeners}
          aria-label={t("row.drag", { name })}
        >
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
      )}
      <Text size="xs" c="dimmed" w={28} ta="right" visibleFrom="xs">
        {place}
      </Text>
      <Stack gap={2} flex={1} miw={0}>
        <UnstyledButton className="keyword-name" aria-label={t("row.edit", { name })} onClick={onEdit}>
          {name}
        </UnstyledButton>
        <Phrases keyword={keyword} />
        {warning ? <WarningText warning={warning} nameOf={nameOf} /> : <StartedFlow keyword={keyword} />}
      </Stack>
      <Switch
        aria-label={t("row.on", { name })}
        checked={is_activated}
        disabled={!mayBuild}
        onChange={(event) => onActivate(event.currentTarget.checked)}
      />
      {mayBuild && <KeywordMenu name={name} place={place} isSortable={isSortable} {...rest} />}
    </Group>
  );
}

function Phrases({ keyword: { match, phrases, require } }: { keyword: KeywordInfo }) {
  const { t } = useTranslation("keywords");
  const shown = [...new Set(phrases)].slice(0, 3);
  return (
    <Group gap={6} className="keyword-phrases">
      <Text size="xs" c="dimmed">
        {t(`match.${match}`)}
      </Text>
      {shown.map((phrase) => (
        <Badge key={phrase} variant="default" tt="none" fw={500} radius="sm" maw={180}>
          {phrase}
        </Badge>
      ))}
      {phrases.length > shown.length && (
        <Text size="xs" c="dimmed">
          {t("row.more", { count: phrases.length - shown.length })}
        </Text>
      )}
      {require === "all" && phrases.length > 1 && (
        <Text size="xs" c="dimmed">
          {t("row.all")}
        </Text>
      )}
    </Group>
  );
}

function StartedFlow({ keyword: { flow_id, hours, typos, excludes } }: { keyword: KeywordInfo }) {
  const { t } = useTranslation("keywords");
  const { data } = useQuery(treeQuery(usePage().id));
  const flow = data?.flows.find(({ id }) => id === flow_id);
  return (
    <Group gap="0 12px">
      <Text size="xs" c="dimmed" truncate>
        {flow ? t("row.leads", { flow: flow.name }) : t("row.noFlow")}
      </Text>
      {excludes.length > 0 && (
        <Text size="xs" c="dimmed">
          {t("row.excludes", { count: excludes.length })}
        </Text>
      )}
      {typos && (
        <Text size="xs" c="dimmed">
          {t("row.typos")}
        </Text>
      )}
      {hours && (
        <Group gap={4} c="dimmed">
          <IconClock size={12} aria-hidden />
          <Text size="xs">{t("row.hours")}</Text>
        </Group>
      )}
    </Group>
  );
}

function WarningText({ warning, nameOf }: { warning: Warning; nameOf: (id: number) => string }) {
  const { t } = useTranslation("keywords");
  const text =
    warning.type === "shadowed"
      ? t("warning.shadowed", { name: nameOf(warning.by) })
      : warning.type === "badPattern"
        ? t("warning.badPattern", { phrase: warning.phrase })
        : t(`warning.${warning.type}`);
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c="var(--mantine-color-orange-text)">
      <IconAlertTriangle size={14} aria-hidden style={{ marginTop: 2 }} />
      <Text size="xs" c="bright">
        {text}
      </Text>
    </Group>
  );
}

type MenuProps = { name: string; place: number; count: number; isSortable: boolean } & Pick<
  Props,
  "onMoveTo" | "onDelete"
>;

function KeywordMenu({ name, place, count, isSortable, onMoveTo, onDelete }: MenuProps) {
  const { t } = useTranslation("keywords");
  const moves = [
    { key: "up", icon: IconArrowUp, to: place - 1, isPossible: place > 1 },
    { key: "down", icon: IconArrowDown, to: place + 1, isPossible: place < count },
    { key: "top", icon: IconArrowBarToUp, to: 1, isPossible: place > 2 },
    { key: "end", icon: IconArrowBarToDown, to: count, isPossible: place < count - 1 },
  ] as const;
  const entries = moves
    .filter(({ isPossible }) => isSortable && isPossible)
    .map(({ key, icon, to }) => ({ label: t(`row.${key}`), icon, onClick: () => onMoveTo(to) }));
  return (
    <RowMenu
      label={t("row.menu", { name })}
      entries={entries}
      note={isSortable ? undefined : t("orderingPaused")}
      remove={{ label: t("row.delete"), onClick: onDelete }}
    />
  );
}
