import "../frame/channel/channel-words.ts";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import type { OfferLimit } from "@banter/core/channels/limits.ts";
import { Button, Group, Skeleton, Text } from "@mantine/core";
import { IconCheck, IconPencil, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { SortableList } from "../ui/sorting/sortable-list.tsx";
import { showToast } from "../ui/toast.tsx";
import { type Item, withNew } from "./draft.ts";
import { ItemRow } from "./item-row.tsx";
import type { ItemList } from "./use-item-list.ts";

type Props = { kind: "ice" | "menu"; list: ItemList };

const maxItems = 100;

/** Edits a list that is saved as a whole. */
export function ListEditor({ kind, list }: Props) {
  const { t } = useTranslation("iceBreakersAndMenu");
  const mayBuild = useMay("build");
  const { channel } = usePage();
  const limit = channelFacts[channel][kind === "ice" ? "iceBreakers" : "mainMenu"];
  const [showsFaults, setShowsFaults] = useState(false);
  const { items, change } = list;
  const [newKey, setNewKey] = useState<number>();
  const add = (type: Item["type"]) => {
    const next = withNew(items, type);
    setNewKey(next.at(-1)?.key);
    change(next);
  };
  const replace = (item: Item) => change(items.map((one) => (one.key === item.key ? item : one)));
  const nameOf = (item: Item) =>
    item.title.trim() || t(`${kind}.item`, { number: items.findIndex(({ key }) => key === item.key) + 1 });

  const save = async () => {
    setShowsFaults(list.isFaulty);
    if (!list.isFaulty && (await list.save())) showToast({ message: t(`${kind}.saved`) });
  };
  const isShown = limit.count > 0;
  const help = t([`channels:${channel}.${kind}Help`, `${kind}.help`]);
  const shown = shownText(t, kind, channel, limit);
  return (
    <Section title={t(`${kind}.title`)} help={isShown ? `${help} ${shown}` : shown}>
      {list.error ? <Failure error={list.error} retry={list.retry} /> : null}
      {!list.isLoaded && !list.error && <Skeleton h={160} />}
      {list.isLoaded && (
        <>
          {items.length === 0 && isShown && (
            <Text c="dimmed" size="sm">
              {t(`${kind}.empty`)}. {t(`${kind}.emptyHelp`)}
            </Text>
          )}
          <SortableList
            items={items}
            keyOf={({ key }) => key}
            nameOf={nameOf}
            onReorder={change}
            disabled={!mayBuild}
            render={(item, handle, index) => (
              <ItemRow
                key={item.key}
                kind={kind}
                item={item}
                name={nameOf(item)}
                handle={handle}
                index={index}
                limit={limit}
                showsFaults={showsFaults}
                isNew={item.key === newKey}
                onNext={() => items.length < maxItems && add(item.type)}
                onChange={replace}
                onRemove={() => change(items.filter(({ key }) => key !== item.key))}
              />
            )}
          />
          {mayBuild && (isShown || items.length > 0 || list.isDirty) && (
            <>
              {isShown && <Adders kind={kind} isFull={items.length >= maxItems} onAdd={add} />}
              <SaveBar list={list} showsFaults={showsFaults && list.isFaulty} onSave={() => void save()} />
            </>
          )}
        </>
      )}
    </Section>
  );
}

function Adders({
  kind,
  isFull,
  onAdd,
}: {
  kind: Props["kind"];
  isFull: boolean;
  onAdd: (type: Item["type"]) => void;
}) {
  const { t } = useTranslation("iceBreakersAndMenu");
  const icon = <IconPlus size={14} aria-hidden />;
  const add = (type: Item["type"], label: string) => (
    <Button size="xs" variant="default" leftSection={icon} disabled={isFull} onClick={() => onAdd(type)}>
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {kind === "ice" ? (
        add("flow", t("ice.add"))
      ) : (
        <>
          {add("flow", t("menu.addFlow"))}
          {add("link", t("menu.addLink"))}
        </>
      )}
      {isFull && (
        <Text size="xs" c="dimmed">
          {t("fault.tooMany")}
        </Text>
      )}
    </Group>
  );
}

type SaveBarProps = { list: ItemList; showsFaults: boolean; onSave: () => void };

function SaveBar({ list: { isDirty, isSaving, undo }, showsFaults, onSave }: SaveBarProps) {
  const { t } = useTranslation("iceBreakersAndMenu");
  const state = isSaving ? t("state.saving") : isDirty ? t("state.unsaved") : t("state.saved");
  const Icon = isDirty ? IconPencil : IconCheck;
  return (
    <Group gap="sm">
      <Group gap={6} role="status" flex={1} wrap="nowrap">
        <Icon size={16} aria-hidden />
        <Text size="sm" fw={isDirty ? 600 : undefined} c={isDirty ? undefined : "dimmed"}>
          {showsFaults ? t("state.faults") : state}
        </Text>
      </Group>
      {isDirty && (
        <Button size="sm" variant="subtle" color="gray" onClick={undo} disabled={isSaving}>
          {t("undo")}
        </Button>
      )}
      <Button size="sm" onClick={onSave} disabled={!isDirty} loading={isSaving}>
        {t("save")}
      </Button>
    </Group>
  );
}

type Translate = ReturnType<typeof useTranslation<"iceBreakersAndMenu">>["t"];

function shownText(t: Translate, kind: Props["kind"], channel: ChannelType, limit: OfferLimit): string {
  const how = limit.count === 0 ? "none" : limit.count >= 100 ? "all" : "some";
  return t(`${kind}.shown.${how}`, {
    channel: t(`channels:${channel}.name`),
    count: limit.count,
    max: limit.characters,
  });
}
