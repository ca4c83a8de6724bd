import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconPlugConnectedX,
  IconUserQuestion,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTold } from "../frame/channel/use-told.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import type { Home } from "../queries.ts";
import { ago } from "../ui/ago.ts";
import { ButtonLink } from "../ui/links.tsx";
import { Section } from "../ui/screen.tsx";
import { Parked } from "./parked.tsx";

/** A line for each trouble, with the way to the place that settles it. */
export function Needs({ needs }: { needs: Home["needs"] }) {
  const { t } = useTranslation("home");
  const { id: pageId } = usePage();
  const mayOwn = useMay("own");
  const told = useTold();
  const [isParkedShown, setParkedShown] = useState(false);
  const { connection, is_paused, token, failed_messages, parked_mail, waiting, platform, model_limit } = needs;
  const params = { pageId };
  const toChannel = mayOwn && (
    <ButtonLink
      size="compact-sm"
      variant="default"
      to="/pages/$pageId/settings"
      params={params}
      search={{ tab: "channel" }}
    >
      {t("needs.connect")}
    </ButtonLink>
  );
  const isCalm =
    connection.state === "ready" &&
    !is_paused &&
    !token &&
    !model_limit &&
    !platform.restriction &&
    !platform.is_rated_low &&
    failed_messages + parked_mail + waiting.count + platform.stopped_templates.length === 0;
  return (
    <Section title={t("needs.title")}>
      <Paper withBorder>
        <Stack gap={0} className="home-lines" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {isCalm && <Line icon={IconCircleCheck} color="green" text={t("needs.nothing")} />}
          {connection.state !== "ready" && (
            <Line
              icon={IconPlugConnectedX}
              text={t(`needs.${connection.state}`)}
              detail={connection.reason}
              action={toChannel}
            />
          )}
          <AccountLines platform={platform} />
          {waiting.count > 0 && <Waiting {...waiting} />}
          {token && (
            <Line icon={IconAlertTriangle} text={t("needs.token", { reason: told(token.reason) })} action={toChannel} />
          )}
          {is_paused && (
            <Line
              icon={IconAlertTriangle}
              color="orange"
              text={t("needs.paused")}
              action={
                <ButtonLink size="compact-sm" variant="default" to="/pages">
                  {t("needs.toPages")}
                </ButtonLink>
              }
            />
          )}
          {model_limit && <ModelLimit {...model_limit} />}
          {failed_messages > 0 && <Failed count={failed_messages} />}
          {parked_mail > 0 && (
            <Line
              icon={IconAlertTriangle}
              text={t("needs.parked", { count: parked_mail })}
              action={
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-expanded={isParkedShown}
                  onClick={() => setParkedShown(!isParkedShown)}
                >
                  {t(isParkedShown ? "needs.hideParked" : "needs.showParked")}
                </Button>
              }
            />
          )}
        </Stack>
      </Paper>
      {isParkedShown && parked_mail > 0 && <Parked />}
    </Section>
  );
}

/** News of the platform about the account. Only the platform's own manager can change that. */
function AccountLines({ platform }: { platform: Home["needs"]["platform"] }) {
  const { t } = useTranslation("home");
  const { restriction, is_rated_low, stopped_templates } = platform;
  return (
    <>
      {restriction && <Line icon={IconAlertTriangle} text={t("needs.restricted")} detail={restriction} />}
      {is_rated_low && <Line icon={IconAlertTriangle} color="orange" text={t("needs.ratedLow")} />}
      {stopped_templates.map(({ name, language, status, reason }) => (
        <Line
          key={`${name} ${language}`}
          icon={IconAlertTriangle}
          color="orange"
          text={t(status === "PAUSED" ? "needs.templatePaused" : "needs.templateDisabled", { name, language })}
          detail={reason}
        />
      ))}
    </>
  );
}

function Waiting({ count, since }: Home["needs"]["waiting"]) {
  const { t, i18n } = useTranslation("home");
  return (
    <Line
      icon={IconUserQuestion}
      text={t("needs.waiting", { count, ago: since ? ago(since, i18n.language) : "" })}
      action={<ToConversations filter="waiting" text={t("needs.toWaiting")} />}
    />
  );
}

/** At the limit the models answer nobody any more. */
function ModelLimit({ period, percent }: NonNullable<Home["needs"]["model_limit"]>) {
  const { t } = useTranslation("home");
  const { id: pageId } = usePage();
  const toModels = (
    <ButtonLink
      size="compact-sm"
      variant="default"
      to="/pages/$pageId/ai"
      params={{ pageId }}
      search={{ tab: "models" }}
    >
      {t("needs.toLimits")}
    </ButtonLink>
  );
  const text = t(`needs.${percent < 100 ? "nearLimit" : "atLimit"}.${period}`, { percent });
  return <Line icon={IconAlertTriangle} color={percent < 100 ? "orange" : "red"} text={text} action={toModels} />;
}

function Failed({ count }: { count: number }) {
  const { t } = useTranslation("home");
  return (
    <Line
      icon={IconAlertTriangle}
      text={t("needs.failed", { count })}
      action={<ToConversations filter="failed" text={t("needs.toFailed")} />}
    />
  );
}

function ToConversations({ filter, text }: { filter: "waiting" | "failed"; text: string }) {
  const { id: pageId } = usePage();
  return (
    <ButtonLink
      size="compact-sm"
      variant="default"
      to="/pages/$pageId/conversations"
      params={{ pageId }}
      search={{ filter }}
    >
      {text}
    </ButtonLink>
  );
}

/** `detail` is what the server tells about the platform. */
type LineProps = { icon: Icon; text: string; detail?: string | null; action?: ReactNode; color?: string };

function Line({ icon: IconOf, text, detail, action, color = "red" }: LineProps) {
  const told = useTold();
  return (
    <Group component="li" gap="sm" wrap="nowrap" p="sm" justify="space-between">
      <Group gap="sm" wrap="nowrap" align="flex-start" miw={0}>
        <IconOf size={20} color={`var(--mantine-color-${color}-text)`} style={{ flex: "none" }} aria-hidden />
        <div>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {text}
          </Text>
          {detail && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {told(detail)}
            </Text>
          )}
        </div>
      </Group>
      {action && <div style={{ flex: "none" }}>{action}</div>}
    </Group>
  );
}
