import { Refusal } from "@banter/sdk/manage.ts";
import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useTold } from "../frame/channel/use-told.ts";
import { errorText } from "../ui/error-text.ts";

/** The reason that a page was not connected, unless it stands at a field. Brings the one or the other into view. */
export function ConnectFailure({ error }: { error: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  const told = useTold();
  useEffect(() => {
    if (!error) return;
    const field = place.current?.closest("form")?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else place.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return <div ref={place}>{error && !isAtField(error) ? <Reason error={error} told={told} /> : null}</div>;
}

/** The platform's own words are shown in its language, behind ours. */
function Reason({ error, told }: { error: unknown; told: (text: string) => string }) {
  const { t } = useTranslation("pages");
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
        {isPlatform ? told(error.message) : errorText(error)}
      </Text>
      <Text size="sm" c="bright">
        {t("channel.refusedHelp")}
      </Text>
    </Alert>
  );
}

const isAtField = (error: unknown) =>
  error instanceof Refusal && error.faults.some(({ path }) => /^\/(settings\/|name$|platform_id$)/.test(path));
