import { Refusal } from "@banter/sdk/manage.ts";
import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { errorText } from "../ui/error-text.ts";

/** The reason that a page was not connected. The platform's own message is shown in its language. */
export function ConnectFailure({ error }: { error: unknown }) {
  const { t } = useTranslation("pages");
  if (!error) return null;
  const isPlatform = error instanceof Refusal && ["conflict", "unavailable"].includes(error.code);
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={t("channel.refused")}
      style={{ overflowWrap: "anywhere" }}
    >
      <Text size="sm" c="bright">
        {isPlatform ? error.message : errorText(error)}
      </Text>
      <Text size="sm" c="bright">
        {t("channel.refusedHelp")}
      </Text>
    </Alert>
  );
}
