import { Skeleton, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { type Home, homeQuery } from "../../queries.ts";
import { ago } from "../../ui/ago.ts";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import * as words from "./words.ts";

addWords("health", words);

/** Beside the settings: what is wrong shows on the home screen by itself. */
export function HealthTab() {
  const { id: pageId } = usePage();
  const { data, error, refetch } = useQuery(homeQuery(pageId));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return data ? <Health health={data.health} /> : <Skeleton h={240} />;
}

/** How the page gets on with its platform and the hosts of its flows, and how much waits. */
function Health({ health }: { health: Home["health"] }) {
  const { t, i18n } = useTranslation("health");
  const since = (at: string | null) => (at ? ago(at, i18n.language) : "");
  const { platform, last_webhook_at, waiting_messages, oldest_waiting_at, waiting_mail, failing_hosts } = health;
  const failureText = (code: string | null) =>
    code === null ? t("noReason") : t(`failures.${code}`, { defaultValue: code });
  const number = (count: number) => count.toLocaleString(i18n.language);
  return (
    <Section title={t("title")}>
      <Table withTableBorder verticalSpacing="xs" fz="sm">
        <Table.Tbody>
          <Row name={t("platform")}>
            {platform.state === "working"
              ? t("working")
              : t(`${platform.state}`, {
                  ago: since(platform.since),
                  failure: failureText(platform.last_failure),
                })}
            {platform.throttled_until &&
              ` · ${t("throttled", { at: new Date(platform.throttled_until).toLocaleTimeString(i18n.language) })}`}
          </Row>
          <Row name={t("webhook")}>{last_webhook_at ? since(last_webhook_at) : t("never")}</Row>
          <Row name={t("queue")}>
            {oldest_waiting_at
              ? t("oldest", { count: waiting_messages, ago: since(oldest_waiting_at) })
              : number(waiting_messages)}
          </Row>
          <Row name={t("mail")}>{number(waiting_mail)}</Row>
          <Row name={t("hosts")}>
            {failing_hosts.length === 0
              ? t("allHosts")
              : failing_hosts.map(({ host, since: at, last_failure }) => (
                  <div key={host}>{t("host", { host, ago: since(at), failure: failureText(last_failure) })}</div>
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
