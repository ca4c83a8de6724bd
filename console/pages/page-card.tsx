import { isAllowed } from "@banter/core/model/role.ts";
import { Group, Paper, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ChannelIcon } from "../channels/channel-icon.tsx";
import type { PageInfo } from "../frame/use-page.ts";
import { IconLink, TextLink } from "../ui/links.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { PauseSwitch } from "./pause-switch.tsx";

/** A page of the list: its channel, its connection and the switch of its bot. */
export function PageCard({ page }: { page: PageInfo }) {
  const { t } = useTranslation("pages");
  const params = { pageId: page.id };
  return (
    <Paper withBorder p="lg" component="article">
      <Stack gap="md">
        <Group wrap="nowrap" align="flex-start">
          <ThemeIcon size={42} radius="md" variant="light">
            <ChannelIcon channel={page.channel} size={24} />
          </ThemeIcon>
          <div style={{ flex: 1, minWidth: 0 }}>
            <Title order={2} style={{ overflowWrap: "anywhere" }}>
              <TextLink to="/pages/$pageId" params={params} inherit>
                {page.name}
              </TextLink>
            </Title>
            <Text size="sm" c="dimmed">
              {t(`channels:${page.channel}.name`)} · {page.id}
            </Text>
          </div>
          <IconLink
            to="/pages/$pageId/settings"
            params={params}
            variant="subtle"
            color="gray"
            aria-label={t("card.settings", { name: page.name })}
          >
            <IconSettings size={18} />
          </IconLink>
        </Group>
        <Group justify="space-between">
          <Group gap="xs">
            <ConnectionState connection={page.connection} />
            {page.connection.state !== "ready" && isAllowed(page.role, "own") && (
              <TextLink
                to="/pages/$pageId/settings"
                params={params}
                search={{ tab: "channel" }}
                size="sm"
                underline="always"
              >
                {t(page.connection.state === "disconnected" ? "banner.connectAgain" : "banner.connect")}
              </TextLink>
            )}
          </Group>
          {isAllowed(page.role, "converse") && <PauseSwitch page={page} />}
        </Group>
      </Stack>
    </Paper>
  );
}
