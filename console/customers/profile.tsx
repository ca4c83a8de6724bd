import { Refusal } from "@banter/sdk/manage.ts";
import { Alert, Badge, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { IconAddressBook, IconBan, IconUserOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { usePersonName } from "../frame/use-person-name.ts";
import { fieldsQuery } from "../queries.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { zoneCity } from "../ui/period/zone-city.ts";
import { ScreenFrame, Section } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import { Joins } from "./contacts/joins.tsx";
import { TagBadges } from "./customer-cells.tsx";
import { CustomerEditor } from "./editor.tsx";
import { CustomerAudience } from "./person/customer-audience.tsx";
import { PersonAvatar } from "./person/person-avatar.tsx";
import { SubscriptionButton } from "./person/subscription-button.tsx";
import { ProfileActions } from "./profile-actions.tsx";
import { customerQuery, type Profile } from "./queries.ts";
import { ReachBadge } from "./reach-badge.tsx";
import { Timeline } from "./timeline.tsx";
import * as words from "./words.ts";

addWords("customers", words);

/** Everything about one customer. */
export function Screen() {
  const { t } = useTranslation("customers");
  const personName = usePersonName();
  const { id: pageId } = usePage();
  const { psid = "" } = useParams({ strict: false });
  const { data: customer, error, refetch } = useQuery(customerQuery(pageId, psid));
  const back = (
    <ButtonLink variant="default" to="/pages/$pageId/customers" params={{ pageId }}>
      {t("actions.back")}
    </ButtonLink>
  );
  if (error instanceof Refusal && error.status === 404)
    return (
      <ScreenFrame title={t("title")}>
        <EmptyState icon={IconUserOff} title={t("profile.gone")} help={t("profile.goneHelp")} action={back} />
      </ScreenFrame>
    );
  if (customer?.joined_to)
    return <Navigate to="/pages/$pageId/customers/$psid" params={{ pageId, psid: customer.joined_to }} replace />;
  return (
    <ScreenFrame
      title={customer ? personName(customer) : t("title")}
      actions={
        <>
          {back}
          {customer && <ProfileActions customer={customer} />}
        </>
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!customer && !error && <Skeleton h={320} />}
      {customer && <Body customer={customer} />}
    </ScreenFrame>
  );
}

function Body({ customer }: { customer: Profile }) {
  const { t } = useTranslation("customers");
  const mayConverse = useMay("converse");
  const { channel } = usePage();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="lg">
        {customer.is_blocked && <Alert color="red" icon={<IconBan size={18} />} title={t("profile.blocked")} />}
        {customer.is_contact && (
          <Alert icon={<IconAddressBook size={18} />} title={t("contacts.noChat")}>
            {t("contacts.noChatHelp")}
          </Alert>
        )}
        {customer.unreachable && !customer.is_contact && (
          <Alert
            color="orange"
            icon={<IconUserOff size={18} />}
            title={t("profile.unreachable", { reason: customer.unreachable })}
          />
        )}
        <Joins psid={customer.psid} />
        <Paper withBorder p="lg">
          <Group mb="md" wrap="nowrap">
            <PersonAvatar person={customer} channel={channel} size={56} />
            <Stack gap={2} miw={0}>
              <Group gap={4} wrap="nowrap">
                <Text size="sm" ff="monospace" truncate>
                  {customer.psid}
                </Text>
                <CopyButton value={customer.psid} what={t("profile.psid")} />
              </Group>
              <ReachBadge customer={customer} />
            </Stack>
          </Group>
          {mayConverse ? <CustomerEditor customer={customer} /> : <ReadOnly customer={customer} />}
        </Paper>
        <Paper withBorder p="lg">
          <Section title={t("profile.facts")}>
            <Facts customer={customer} />
            {mayConverse && <SubscriptionButton customer={customer} />}
          </Section>
        </Paper>
        <Paper withBorder p="lg">
          <Section title={t("audience.title")}>
            <CustomerAudience psid={customer.psid} />
          </Section>
        </Paper>
      </Stack>
      <Paper withBorder p="lg">
        <Section title={t("profile.timeline")}>
          <Timeline psid={customer.psid} createdAt={customer.created_at} />
        </Section>
      </Paper>
    </SimpleGrid>
  );
}

function Facts({ customer }: { customer: Profile }) {
  const { t, i18n } = useTranslation("customers");
  const time = (at: string | null) =>
    at && new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const { source, waiting, paused, form_consent } = customer;
  const silent = paused?.until ? t("profile.pausedUntil", { time: time(paused.until) }) : t("profile.paused");
  const state = waiting ? t("profile.waiting", { flow: waiting.flow ?? String(waiting.flow_id) }) : t("profile.idle");
  return (
    <Stack component="dl" gap="xs" m={0}>
      {customer.user_name && <Fact name={t("profile.user_name")}>{customer.user_name}</Fact>}
      <Fact name={t("profile.address")}>{customer.address}</Fact>
      <Fact name={t("profile.locale")}>{customer.locale}</Fact>
      <Fact name={t("profile.timezone")}>{customer.timezone && zoneCity(customer.timezone)}</Fact>
      <Fact name={t("profile.source")}>
        {source && [t(`sources.${source.type}`), source.value].filter(Boolean).join(": ")}
      </Fact>
      <AdFacts customer={customer} />
      {form_consent && (
        <Fact name={t("profile.formConsent")}>
          {[form_consent.text, form_consent.url, time(form_consent.since)].filter(Boolean).join(" · ")}
        </Fact>
      )}
      <Fact name={t("profile.created_at")}>{time(customer.created_at)}</Fact>
      <Fact name={t("profile.active_at")}>{time(customer.active_at)}</Fact>
      <Fact name={t("profile.state")}>{paused ? `${state}. ${silent}` : state}</Fact>
    </Stack>
  );
}

/** Only of customers who came by an advertisement, or who have said if they want any. */
function AdFacts({ customer: { ad, marketing } }: { customer: Profile }) {
  const { t, i18n } = useTranslation("customers");
  return (
    <>
      {ad && <Fact name={t("profile.ad")}>{ad.title ?? ad.url}</Fact>}
      {ad?.click_id && <Fact name={t("profile.click_id")}>{ad.click_id}</Fact>}
      {marketing && (
        <Fact name={t("profile.marketing")}>
          {[
            t(marketing.is_wanted ? "profile.marketingWanted" : "profile.marketingRefused"),
            t(`profile.consent.${marketing.how}`, { words: marketing.words ?? "" }),
            new Date(marketing.since).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" }),
          ].join(" · ")}
        </Fact>
      )}
    </>
  );
}

function ReadOnly({ customer }: { customer: Profile }) {
  const { t } = useTranslation("customers");
  const { data: fields = [] } = useQuery(fieldsQuery(usePage().id));
  return (
    <Stack component="dl" gap="xs" m={0}>
      <Fact name={t("profile.email")}>{customer.email}</Fact>
      <Fact name={t("profile.phone")}>{customer.phone}</Fact>
      <Fact name={t("profile.tags")}>
        {customer.tags.length > 0 ? (
          <TagBadges ids={customer.tags} />
        ) : (
          <Badge variant="default">{t("profile.noTags")}</Badge>
        )}
      </Fact>
      {fields.map(({ name, label }) => (
        <Fact key={name} name={label}>
          {customer.fields[name]}
        </Fact>
      ))}
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation("customers");
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <Text component="dt" size="sm" c="dimmed" w={130} style={{ flexShrink: 0 }}>
        {name}
      </Text>
      <Text
        component="dd"
        size="sm"
        m={0}
        miw={0}
        style={{ overflowWrap: "anywhere" }}
        c={children ? undefined : "dimmed"}
      >
        {children || t("profile.unknown")}
      </Text>
    </Group>
  );
}
