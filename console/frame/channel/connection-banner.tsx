import { isAllowed } from "@banter/core/model/role.ts";
import { Alert, Group, Text } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/links.tsx";
import type { PageInfo } from "../use-page.ts";
import { useTold } from "./use-told.ts";

/** Above every screen of a page without a working connection: the reason, the effect and the remedy. */
export function ConnectionBanner({ page: { id, channel, connection, role } }: { page: PageInfo }) {
  const { t } = useTranslation("pages");
  const { pathname, search } = useLocation();
  const told = useTold();
  const { state, reason } = connection;
  if (state === "ready") return null;
  const isCutOff = state === "disconnected";
  const isThere = pathname.endsWith("/settings") && search.tab === "channel";
  const mayOwn = isAllowed(role, "own");
  return (
    <Alert
      color="red"
      variant="light"
      radius={0}
      icon={<IconPlugConnectedX size={18} />}
      title={t(`banner.${state}`, { channel: t(`channels:${channel}.name`) })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="bright" flex="1 1 300px" style={{ overflowWrap: "anywhere" }}>
          {isCutOff && reason && `${t("banner.reason", { reason: asSentence(told(reason)) })} `}
          {t(isCutOff ? "banner.waits" : "banner.nothing")} {!mayOwn && t("banner.tellOwner")}
        </Text>
        {mayOwn && !isThere && (
          <ButtonLink
            size="compact-sm"
            variant="default"
            to="/pages/$pageId/settings"
            params={{ pageId: id }}
            search={{ tab: "channel" }}
          >
            {t(isCutOff ? "banner.connectAgain" : "banner.connect")}
          </ButtonLink>
        )}
      </Group>
    </Alert>
  );
}

/** Platforms end their messages with or without a full stop. */
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
