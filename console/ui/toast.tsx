import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import i18next from "i18next";

export type Toast = { kind?: "success" | "failure"; message: string; undo?: () => void };

/** Shows a message for some seconds, longer if it can be undone or is a failure. */
export function showToast({ kind = "success", message, undo }: Toast): void {
  const t = i18next.getFixedT(null, "ui");
  const isFailure = kind === "failure";
  const id = notifications.show({
    color: isFailure ? "red" : "teal",
    icon: isFailure ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />,
    withBorder: true,
    role: isFailure ? "alert" : "status",
    autoClose: undo || isFailure ? 10_000 : 4000,
    closeButtonProps: { "aria-label": t("toasts.close") },
    message: (
      <Group gap="md" wrap="nowrap">
        <Text size="sm" c="bright">
          {message}
        </Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              undo();
            }}
          >
            {t("toasts.undo")}
          </Button>
        )}
      </Group>
    ),
  });
}
