import { Affix, Button, Group, Notification, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { closeToast, type ShownToast, toasts } from "./toast.ts";

/** The corner where toasts appear. The region is always there, so that screen readers tell what comes into it. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read);
  const { t } = useTranslation("ui");
  return (
    <Affix position={{ bottom: 16, right: 16 }} zIndex={400}>
      <Stack role="status" aria-live="polite" aria-label={t("toasts.label")} gap="xs" maw="calc(100vw - 32px)">
        {shown.map((toast) => (
          <OneToast key={toast.id} toast={toast} />
        ))}
      </Stack>
    </Affix>
  );
}

function OneToast({ toast: { id, kind = "success", message, undo } }: { toast: ShownToast }) {
  const { t } = useTranslation("ui");
  return (
    <Notification
      color={kind === "failure" ? "red" : "teal"}
      icon={kind === "failure" ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />}
      withBorder
      closeButtonProps={{ "aria-label": t("toasts.close") }}
      onClose={() => closeToast(id)}
    >
      <Group gap="md" wrap="nowrap">
        <Text size="sm" c="bright">
          {message}
        </Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              closeToast(id);
              undo();
            }}
          >
            {t("toasts.undo")}
          </Button>
        )}
      </Group>
    </Notification>
  );
}
