import { channelFacts } from "@banter/core/channels/index.ts";
import { lengthIn, type OfferLimit } from "@banter/core/channels/limits.ts";
import { ActionIcon, Box, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FlowSelect } from "../frame/flow-select.tsx";
import { useMay, usePage } from "../frame/use-page.ts";
import { treeQuery } from "../queries.ts";
import { faultsOf, type Offer } from "./draft.ts";

type Props = {
  kind: "ice" | "menu";
  offer: Offer;
  name: string;
  handle: ReactNode;
  index: number;
  limit: OfferLimit;
  showsFaults: boolean;
  onChange: (offer: Offer) => void;
  onRemove: () => void;
};

/** One offer, edited where it stands. */
export function OfferRow({ kind, offer, name, handle, index, limit, showsFaults, onChange, onRemove }: Props) {
  const { t } = useTranslation("offers");
  const mayBuild = useMay("build");
  const faults = showsFaults
    ? faultsOf(offer)
    : { ...(offer.title.trim().length > 80 && { title: "title_long" as const }) };
  const number = index + 1;
  return (
    <Paper withBorder p="sm">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        {handle && <Box mt={4}>{handle}</Box>}
        <Stack gap={6} flex={1} miw={0}>
          <Group gap="xs" align="flex-start">
            <TextInput
              flex="1 1 180px"
              size="sm"
              aria-label={t(`${kind}.item`, { number })}
              placeholder={t(`${kind}.placeholder`)}
              value={offer.title}
              readOnly={!mayBuild}
              error={faults.title && t(`fault.${faults.title}`)}
              onChange={(event) => onChange({ ...offer, title: event.currentTarget.value })}
            />
            {offer.type === "flow" ? (
              <FlowSelect
                flex="1 1 180px"
                size="sm"
                aria-label={t("row.flow", { name })}
                placeholder={t("row.flow_none")}
                limit={100}
                value={offer.flow_id}
                disabled={!mayBuild}
                onChange={(flow_id) => onChange({ ...offer, flow_id })}
              />
            ) : (
              <TextInput
                flex="1 1 180px"
                size="sm"
                type="url"
                inputMode="url"
                aria-label={t("menu.url", { number })}
                placeholder={t("menu.url_placeholder")}
                value={offer.url}
                readOnly={!mayBuild}
                error={"url" in faults && faults.url && t(`fault.${faults.url}`)}
                onChange={(event) => onChange({ ...offer, url: event.currentTarget.value })}
              />
            )}
          </Group>
          <Warnings offer={offer} index={index} limit={limit} />
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

/** What can be saved and still does not do what its owner may think. */
function Warnings({ offer, index, limit }: Pick<Props, "offer" | "index" | "limit">) {
  const { t } = useTranslation("offers");
  const page = usePage();
  const { data } = useQuery(treeQuery(page.id));
  const { title: channel, menuLinks } = channelFacts[page.channel];
  const flow = data?.flows.find(({ id }) => id === offer.flow_id);
  const warnings: string[] = [];
  if (offer.type === "flow" && data) {
    if (!flow) warnings.push(t("warn.no_flow"));
    else if (flow.published_version === null) warnings.push(t("warn.unpublished"));
  }
  if (offer.type === "link" && menuLinks !== "menu") warnings.push(t(`warn.link_${menuLinks}`, { channel }));
  else if (limit.count > 0 && index >= limit.count) warnings.push(t("warn.not_shown", { channel, count: limit.count }));
  else if (limit.count > 0 && lengthIn("characters", offer.title.trim()) > limit.characters)
    warnings.push(t("warn.cut", { channel, max: limit.characters }));
  if (warnings.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {warnings.join(" ")}
    </Text>
  );
}
