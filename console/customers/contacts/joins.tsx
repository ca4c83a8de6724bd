import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAddressBook } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { usePersonName } from "../../frame/use-person-name.ts";
import { conversationKeys } from "../../live/keys.ts";
import { fieldsQuery } from "../../queries.ts";
import { errorText } from "../../ui/error-text.ts";
import { TextLink } from "../../ui/links.tsx";
import { showToast } from "../../ui/toast.tsx";
import { addWords } from "../../words.ts";
import { TagBadges } from "../customer-cells.tsx";
import { PersonAvatar } from "../person/person-avatar.tsx";
import { type Customer, customersKey, joinsQuery } from "../queries.ts";
import * as words from "../words.ts";

// The inbox shows it too, without the other screens of this area.
addWords("customers", words);

/** Contacts who may be this person, for a member to decide, and those who are. Nothing, if there are none. */
export function Joins({ psid }: { psid: string }) {
  const { t } = useTranslation("customers");
  const { data } = useQuery(joinsQuery(usePage().id, psid));
  if (!data || data.proposals.length + data.joined.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label={t("joins.title")}>
      {data.proposals.map(({ customer, by }) => (
        <Proposal key={customer.psid} psid={psid} other={customer} by={by} />
      ))}
      {data.joined.map(({ contact, at }) => (
        <Joined key={contact.psid} psid={psid} contact={contact} at={at} />
      ))}
    </Stack>
  );
}

type ProposalProps = { psid: string; other: Customer; by: ("phone" | "email")[] };

/** `psid` is the customer or the contact that is looked at, `other` the one who may be the same. */
function Proposal({ psid, other, by }: ProposalProps) {
  const { t } = useTranslation("customers");
  const personName = usePersonName();
  const pair = other.is_contact ? { psid, contact: other.psid } : { psid: other.psid, contact: psid };
  const { join, decline } = useJoin(pair);
  const mayConverse = useMay("converse");
  const { id: pageId, channel } = usePage();
  const error = join.error ?? decline.error;
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Title order={4} size="sm">
          {t(other.is_contact ? "joins.isContact" : "joins.isCustomer")}
        </Title>
        <Text size="sm">{t(by.length > 1 ? "joins.byBoth" : `joins.by.${by[0] ?? "email"}`)}</Text>
        <Group gap="sm" wrap="nowrap">
          <PersonAvatar person={other} channel={channel} />
          <TextLink to="/pages/$pageId/customers/$psid" params={{ pageId, psid: other.psid }} fw={600} truncate>
            {personName(other)}
          </TextLink>
        </Group>
        <Values customer={other} />
        <Text size="xs" c="dimmed">
          {t("joins.claim")}
        </Text>
        {error && (
          <Text size="sm" c="red" role="alert">
            {errorText(error)}
          </Text>
        )}
        {mayConverse && (
          <Group gap="xs">
            <Button size="xs" loading={join.isPending} onClick={() => join.mutate()}>
              {t("joins.accept")}
            </Button>
            <Button size="xs" variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
              {t("joins.decline")}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function Joined({ psid, contact, at }: { psid: string; contact: Customer; at: string }) {
  const { t, i18n } = useTranslation("customers");
  const personName = usePersonName();
  const { part } = useJoin({ psid, contact: contact.psid });
  const mayConverse = useMay("converse");
  const date = new Date(at).toLocaleDateString(i18n.language, { dateStyle: "medium" });
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <IconAddressBook size={18} aria-hidden style={{ flexShrink: 0 }} />
      <Stack gap={2} align="flex-start">
        <Text size="sm">{t("joins.done", { name: personName(contact), date })}</Text>
        {mayConverse && (
          <Button size="compact-xs" variant="subtle" loading={part.isPending} onClick={() => part.mutate()}>
            {t("joins.part")}
          </Button>
        )}
      </Stack>
    </Group>
  );
}

/** The data that would be joined, beside those of the person on the screen. */
function Values({ customer: { email, phone, tags, fields } }: { customer: Customer }) {
  const { t } = useTranslation("customers");
  const { data: own = [] } = useQuery(fieldsQuery(usePage().id));
  const custom = own.flatMap(({ name, label }) => (fields[name] ? [[label, fields[name]] as const] : []));
  const values = [[t("profile.email"), email] as const, [t("profile.phone"), phone] as const, ...custom];
  return (
    <Stack gap={2}>
      <Stack gap={2} component="dl" m={0}>
        {values.map(
          ([label, value]) =>
            value && (
              <Group key={label} gap="xs" wrap="nowrap">
                <Text component="dt" size="xs" c="dimmed" w={84} style={{ flexShrink: 0 }}>
                  {label}
                </Text>
                <Text component="dd" size="sm" m={0} style={{ overflowWrap: "anywhere" }}>
                  {value}
                </Text>
              </Group>
            ),
        )}
      </Stack>
      {tags.length > 0 && <TagBadges ids={tags} />}
    </Stack>
  );
}

function useJoin({ psid, contact }: { psid: string; contact: string }) {
  const { t } = useTranslation("customers");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const params = { page_id, psid, contact_psid: contact };
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: customersKey(page_id) }),
      client.invalidateQueries({ queryKey: conversationKeys.customer(page_id, psid) }),
      client.invalidateQueries({ queryKey: conversationKeys.one(page_id, psid) }),
    ]);
  const tell = (message: string) => () => showToast({ message });
  return {
    join: useMutation({
      mutationFn: () => api("PUT /pages/:page_id/customers/:psid/joins/:contact_psid", { params }),
      onSuccess: tell(t("joins.joined")),
      onSettled,
      meta: { showsFailure: true },
    }),
    decline: useMutation({
      mutationFn: () => api("POST /pages/:page_id/customers/:psid/joins/:contact_psid/decline", { params }),
      onSettled,
      meta: { showsFailure: true },
    }),
    part: useMutation({
      mutationFn: () => api("DELETE /pages/:page_id/customers/:psid/joins/:contact_psid", { params }),
      onSuccess: tell(t("joins.parted")),
      onSettled,
    }),
  };
}
