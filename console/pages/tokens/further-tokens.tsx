import type { ReplyOf } from "@banter/sdk/manage.ts";
import { ActionIcon, Badge, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconKey, IconPlus, IconTrash } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { confirm } from "../../ui/confirm.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { CreateToken } from "./create-token.tsx";
import { type CreatedToken, NewToken, TokenUses } from "./token-parts.tsx";

type Token = ReplyOf<"GET /pages/:page_id/tokens">["tokens"][number];

const tokensQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "tokens"],
    queryFn: async () => (await api("GET /pages/:page_id/tokens", { params: { page_id: pageId } })).tokens,
  });

/** Tokens beside the page's first one: named, limited and deleted one by one. */
export function FurtherTokens() {
  const { t } = useTranslation("tokens");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const { data: tokens, error, refetch } = useQuery(tokensQuery(page_id));
  const [isCreating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<CreatedToken>();
  const reload = () => client.invalidateQueries(tokensQuery(page_id));
  const remove = useMutation({
    mutationFn: ({ id: token_id }: Token) =>
      api("DELETE /pages/:page_id/tokens/:token_id", { params: { page_id, token_id } }),
    onSuccess: (_, { id, name }) => {
      if (fresh?.info.id === id) setFresh(undefined);
      showToast({ message: t("further.deleted", { name }) });
    },
    onSettled: reload,
  });
  const ask = async (token: Token) => {
    const title = t("further.deleteTitle", { name: token.name });
    if (await confirm({ title, body: t("delete.body"), action: t("delete.action") })) remove.mutate(token);
  };
  return (
    <Paper withBorder p="lg">
      <Section
        title={t("further.title")}
        help={t("further.help")}
        actions={
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            {t("further.new")}
          </Button>
        }
      >
        {fresh && <NewToken token={fresh.token} title={t("further.once", { name: fresh.info.name })} />}
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!tokens && !error && <Skeleton h={60} />}
        {tokens?.length === 0 && <Text c="dimmed">{t("further.empty")}</Text>}
        {tokens && tokens.length > 0 && (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("further.list")}>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onDelete={() => void ask(token)} />
            ))}
          </Stack>
        )}
      </Section>
      <CreateToken
        isOpen={isCreating}
        taken={tokens?.map(({ name }) => name) ?? []}
        onClose={() => setCreating(false)}
        onCreated={async (created) => {
          setCreating(false);
          setFresh(created);
          await reload();
        }}
      />
    </Paper>
  );
}

function TokenRow({ token, onDelete }: { token: Token; onDelete: () => void }) {
  const { t } = useTranslation("tokens");
  const { name, scope } = token;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <IconKey size={18} stroke={1.7} aria-hidden style={{ marginTop: 2 }} />
      <Stack gap={2} flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Badge variant="default" tt="none" fw={500}>
            {t(`scopes.${scope}.name`)}
          </Badge>
        </Group>
        <TokenUses createdAt={token.created_at} lastUsedAt={token.last_used_at} />
      </Stack>
      <ActionIcon variant="subtle" color="gray" aria-label={t("further.delete", { name })} onClick={onDelete}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
