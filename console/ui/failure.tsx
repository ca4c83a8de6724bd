import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { errorText } from "./error-text.ts";

/** A failed load or action, with a button to try again. */
export function Failure({ error, retry, title }: { error: unknown; retry?: () => void; title?: string }) {
  const { t } = useTranslation("ui");
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={title ?? t("failure.title")}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{errorText(error)}</Text>
        {retry && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            {t("failure.retry")}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
