import { Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useTold } from "./channel/use-told.ts";
import { usePage } from "./use-page.ts";

const styles = {
  done: { icon: IconCheck, color: "var(--mantine-color-green-text)" },
  waiting: { icon: IconClock, color: "var(--mantine-color-dimmed)" },
  failed: { icon: IconAlertTriangle, color: "var(--mantine-color-error)" },
};

/** The state of the platform's copy of greeting, ice breakers and menu. The page is reloaded until it is current. */
export function ProfileLine() {
  const { t, i18n } = useTranslation("pages");
  const { channel, profile_sync } = usePage();
  const { state, reason, at } = profile_sync;
  const told = useTold();
  if (state === "none") return null;
  const { icon: Icon, color } = styles[state];
  const since = at && new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" role="status">
      <Icon size={18} color={color} aria-hidden />
      <Stack gap={2}>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {t(`profile.${state}`, { channel: t(`channels:${channel}.name`), at: since, reason: reason && told(reason) })}
        </Text>
        {state === "failed" && (
          <Text size="sm" c="dimmed">
            {t("profile.failedHelp")}
          </Text>
        )}
      </Stack>
    </Group>
  );
}
