import { Group, Text } from "@mantine/core";
import { IconCircleCheck, IconPlugConnectedX, IconPlugX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useTold } from "../frame/channel/use-told.ts";
import type { PageInfo } from "../frame/use-page.ts";

const styles = {
  ready: { icon: IconCircleCheck, color: "var(--mantine-color-green-text)" },
  not_connected: { icon: IconPlugX, color: "var(--mantine-color-dimmed)" },
  disconnected: { icon: IconPlugConnectedX, color: "var(--mantine-color-error)" },
};

/** The state of the page's connection, with the reason if it is lost. */
export function ConnectionState({ connection: { state, reason } }: { connection: PageInfo["connection"] }) {
  const { t } = useTranslation("pages");
  const told = useTold();
  const { icon: Icon, color } = styles[state];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Icon size={18} color={color} aria-hidden />
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {state === "disconnected" && reason ? `${t(`connection.${state}`)}: ${told(reason)}` : t(`connection.${state}`)}
      </Text>
    </Group>
  );
}
