import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { ChannelIcon } from "../../channels/channel-icon.tsx";
import { useTold } from "../../frame/channel/use-told.ts";
import type { PageInfo } from "../../frame/use-page.ts";
import { pageQuery, pagesQuery } from "../../queries.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { Section } from "../../ui/screen.tsx";
import { templatesQuery } from "../gallery/queries.ts";
import { zoneOf } from "../zones/zone-names.ts";
import { keptTemplate } from "./kept-template.ts";
import { reasonOf } from "./refusal.ts";

type Account = ReplyOf<"POST /workspaces/:workspace_id/meta_login/accounts">["accounts"][number];
type Outcome = { page: PageInfo } | { error: unknown } | "connecting";
type Props = { workspaceId: number; ticket: string; accounts: Account[] };

const keyOf = ({ channel, platform_id }: Account) => `${channel} ${platform_id}`;
const canConnect = ({ may_message, is_taken }: Account) => may_message && !is_taken;

/** The accounts of a login. The chosen ones are connected one after the other, each with its own result. */
export function ChooseAccounts({ workspaceId, ticket, accounts }: Props) {
  const { t } = useTranslation("facebook");
  const [chosen, setChosen] = useState(() => onlyOne(accounts.filter(canConnect)).map(keyOf));
  const { outcomes, connect } = useConnect(workspaceId, ticket);
  const waiting = accounts.filter((account) => chosen.includes(keyOf(account)) && !isDone(outcomes[keyOf(account)]));
  return (
    <Section title={t("choose")}>
      <TemplateLine />
      <Checkbox.Group aria-label={t("choose")} value={chosen} onChange={setChosen}>
        <Stack gap="xs">
          {accounts.map((account) => (
            <AccountRow key={keyOf(account)} account={account} outcome={outcomes[keyOf(account)]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Button
        style={{ alignSelf: "flex-start" }}
        disabled={waiting.length === 0}
        loading={connect.isPending}
        onClick={() => connect.mutate(waiting)}
      >
        {t("connect", { count: waiting.length })}
      </Button>
    </Section>
  );
}

/** The template that new pages get, if the login was started in the gallery. */
function TemplateLine() {
  const { t } = useTranslation("facebook");
  const kept = keptTemplate();
  const { data } = useQuery({ ...templatesQuery(kept?.language ?? "en"), enabled: kept !== undefined });
  const template = data?.find(({ name }) => name === kept?.name);
  return template && <Text size="sm">{t("template", { title: template.title })}</Text>;
}

/** Somebody with one page need not choose. */
const onlyOne = (accounts: Account[]) => (accounts.length === 1 ? accounts : []);

const isDone = (outcome: Outcome | undefined) => typeof outcome === "object" && "page" in outcome;

function useConnect(workspaceId: number, ticket: string) {
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const connect = useMutation({
    async mutationFn(accounts: Account[]) {
      for (const account of accounts) {
        const settle = (outcome: Outcome) => setOutcomes((before) => ({ ...before, [keyOf(account)]: outcome }));
        settle("connecting");
        settle(await connectOne(workspaceId, ticket, account));
      }
    },
    onSettled: () => queryClient.invalidateQueries(pagesQuery(workspaceId)),
  });
  async function connectOne(workspaceId: number, ticket: string, account: Account): Promise<Outcome> {
    const { channel, platform_id } = account;
    const timezone = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const params = { workspace_id: workspaceId };
    try {
      const body = { ticket, channel, platform_id, timezone };
      const page = await api("POST /workspaces/:workspace_id/meta_login/pages", { params, body });
      queryClient.setQueryData(pageQuery(page.id).queryKey, page);
      if (account.page_id === null) await addKeptTemplate(page.id);
      return { page };
    } catch (error) {
      return { error };
    }
  }
  async function addKeptTemplate(pageId: string): Promise<void> {
    const template = keptTemplate();
    if (!template) return;
    const body = { ...template, greets: true };
    await api("POST /pages/:page_id/template", { params: { page_id: pageId }, body });
    await queryClient.invalidateQueries({ queryKey: ["page", pageId] });
  }
  return { outcomes, connect };
}

function AccountRow({ account, outcome }: { account: Account; outcome: Outcome | undefined }) {
  const { t } = useTranslation("facebook");
  const channel = t(`channels:${account.channel}.name`);
  const page = typeof outcome === "object" && "page" in outcome ? outcome.page : undefined;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="sm">
        <Checkbox
          value={keyOf(account)}
          disabled={!canConnect(account) || page !== undefined}
          label={
            <Group gap={6} wrap="nowrap">
              <ChannelIcon channel={account.channel} size={18} />
              <Text fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
                {account.name} · {channel}
              </Text>
            </Group>
          }
          description={useStateText(account, outcome)}
          error={useFailureText(outcome)}
        />
        {page && (
          <ButtonLink to="/pages/$pageId" params={{ pageId: page.id }} variant="default" size="compact-sm">
            {t("open", { name: page.name })}
          </ButtonLink>
        )}
      </Group>
    </Paper>
  );
}

function useStateText(account: Account, outcome: Outcome | undefined): string {
  const { t } = useTranslation("facebook");
  if (outcome === "connecting") return t("connecting");
  if (outcome !== undefined) return "page" in outcome ? t("connected") : t("failed");
  if (account.is_taken) return t("taken");
  if (!account.may_message) return t("mayNot");
  return account.page_id === null ? t("new") : t("again");
}

function useFailureText(outcome: Outcome | undefined): string | undefined {
  const { t } = useTranslation("facebook");
  const told = useTold();
  if (typeof outcome !== "object" || !("error" in outcome)) return undefined;
  const reason = reasonOf(outcome.error);
  return typeof reason === "string" ? t(`refused.${reason}`) : told(reason.text);
}
