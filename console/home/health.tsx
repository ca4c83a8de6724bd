import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ago } from "../ui/ago.ts";
import { Section } from "../ui/screen.tsx";
import type { Home } from "./queries.ts";

/** How the page gets on with its platform and the hosts of its flows, and how much waits. */
export function Health({ health }: { health: Home["health"] }) {
  const { t, i18n } = useTranslation("home");
  const since = (at: string | null) => (at ? ago(at, i18n.language) : "");
  const { platform, last_webhook_at, waiting_messages, oldest_waiting_at, waiting_mail, failing_hosts } = health;
  const number = (count: number) => count.toLocaleString(i18n.language);
  return (
    <Section title={t("health.title")}>
      <Table withTableBorder verticalSpacing="xs" fz="sm">
        <Table.Tbody>
          <Row name={t("health.platform")}>
            {platform.state === "working"
              ? t("health.working")
              : t(`health.${platform.state}`, {
                  ago: since(platform.since),
                  failure: platform.last_failure ?? t("health.noReason"),
                })}
            {platform.throttled_until &&
              ` · ${t("health.throttled", { at: new Date(platform.throttled_until).toLocaleTimeString(i18n.language) })}`}
          </Row>
          <Row name={t("health.webhook")}>{last_webhook_at ? since(last_webhook_at) : t("health.never")}</Row>
          <Row name={t("health.queue")}>
            {oldest_waiting_at
              ? t("health.oldest", { count: waiting_messages, ago: since(oldest_waiting_at) })
              : number(waiting_messages)}
          </Row>
          <Row name={t("health.mail")}>{number(waiting_mail)}</Row>
          <Row name={t("health.hosts")}>
            {failing_hosts.length === 0
              ? t("health.allHosts")
              : failing_hosts.map(({ host, since: at, last_failure }) => (
                  <div key={host}>{t("health.host", { host, ago: since(at), failure: last_failure })}</div>
                ))}
          </Row>
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500} w="45%">
        {name}
      </Table.Th>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{children}</Table.Td>
    </Table.Tr>
  );
}
