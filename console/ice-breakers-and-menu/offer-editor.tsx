import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import type { OfferLimit } from "@banter/core/channels/limits.ts";
import { Button, Group, Skeleton, Text } from "@mantine/core";
import { IconCheck, IconPencil, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { SortableList } from "../ui/sortable-list.tsx";
import { showToast } from "../ui/toast.ts";
import { type Offer, withNew } from "./draft.ts";
import { OfferRow } from "./offer-row.tsx";
import type { Offers } from "./use-offers.ts";

type Props = { kind: "ice" | "menu"; offers: Offers };

/** Edits a whole list, which is saved as a whole. */
export function OfferEditor({ kind, offers }: Props) {
  const { t } = useTranslation("offers");
  const mayBuild = useMay("build");
  const { channel } = usePage();
  const limit = channelFacts[channel][kind === "ice" ? "iceBreakers" : "mainMenu"];
  const [showsFaults, setShowsFaults] = useState(false);
  const { list, change } = offers;
  const add = (type: Offer["type"]) => change(withNew(list, type));
  const replace = (offer: Offer) => change(list.map((one) => (one.key === offer.key ? offer : one)));
  const nameOf = (offer: Offer) =>
    offer.title.trim() || t(`${kind}.item`, { number: list.findIndex(({ key }) => key === offer.key) + 1 });

  const save = async () => {
    setShowsFaults(offers.isFaulty);
    if (!offers.isFaulty && (await offers.save())) showToast({ message: t(`saved_${kind}`) });
  };
  const isShown = limit.count > 0;
  const help = t([`channels:${channel}.${kind}Help`, `${kind}.help`]);
  const shown = shownText(t, kind, channel, limit);
  return (
    <Section title={t(`${kind}.title`)} help={isShown ? `${help} ${shown}` : shown}>
      {offers.error ? <Failure error={offers.error} retry={offers.retry} /> : null}
      {!offers.isLoaded && !offers.error && <Skeleton h={160} />}
      {offers.isLoaded && (
        <>
          {list.length === 0 && isShown && (
            <Text c="dimmed" size="sm">
              {t(`${kind}.empty`)}. {t(`${kind}.empty_help`)}
            </Text>
          )}
          <SortableList
            items={list}
            keyOf={({ key }) => key}
            nameOf={nameOf}
            onReorder={change}
            disabled={!mayBuild}
            render={(offer, handle, index) => (
              <OfferRow
                key={offer.key}
                kind={kind}
                offer={offer}
                name={nameOf(offer)}
                handle={handle}
                index={index}
                limit={limit}
                showsFaults={showsFaults}
                onChange={replace}
                onRemove={() => change(list.filter(({ key }) => key !== offer.key))}
              />
            )}
          />
          {mayBuild && (isShown || list.length > 0 || offers.isDirty) && (
            <>
              {isShown && <Adders kind={kind} isFull={list.length >= 100} onAdd={add} />}
              <SaveBar offers={offers} showsFaults={showsFaults && offers.isFaulty} onSave={() => void save()} />
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
  onAdd: (type: Offer["type"]) => void;
}) {
  const { t } = useTranslation("offers");
  const icon = <IconPlus size={14} aria-hidden />;
  const add = (type: Offer["type"], label: string) => (
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
          {add("flow", t("menu.add_flow"))}
          {add("link", t("menu.add_link"))}
        </>
      )}
      {isFull && (
        <Text size="xs" c="dimmed">
          {t("fault.too_many")}
        </Text>
      )}
    </Group>
  );
}

type SaveBarProps = { offers: Offers; showsFaults: boolean; onSave: () => void };

function SaveBar({ offers: { isDirty, isSaving, undo }, showsFaults, onSave }: SaveBarProps) {
  const { t } = useTranslation("offers");
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

type Translate = ReturnType<typeof useTranslation<"offers">>["t"];

function shownText(t: Translate, kind: Props["kind"], channel: ChannelType, limit: OfferLimit): string {
  const how = limit.count === 0 ? "none" : limit.count >= 100 ? "all" : "some";
  return t(`channel.${kind}_${how}`, {
    channel: channelFacts[channel].title,
    count: limit.count,
    max: limit.characters,
  });
}
