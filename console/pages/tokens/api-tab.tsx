import { Anchor, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { addWords } from "../../words.ts";
import { FurtherTokens } from "./further-tokens.tsx";
import { NewToken, TokenUses } from "./token-parts.tsx";
import * as words from "./words.ts";

addWords("tokens", words);

const tokenQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "token"],
    queryFn: async () => (await api("GET /pages/:page_id/token", { params: { page_id: pageId } })).token,
  });

/** The page's tokens for the public API. A new one is shown once, since only its hash is kept. */
export function ApiTab() {
  const { t } = useTranslation("tokens");
  return useMay("own") ? <Tokens /> : <Text>{t("forOwners")}</Text>;
}

function Tokens() {
  const { t } = useTranslation("tokens");
  const page = usePage();
  const queryClient = useQueryClient();
  const params = { page_id: page.id };
  const { data: token, error, refetch } = useQuery(tokenQuery(page.id));
  const [fresh, setFresh] = useState<string>();
  const reload = () => queryClient.invalidateQueries(tokenQuery(page.id));
  const generate = useMutation({
    mutationFn: () => api("POST /pages/:page_id/token", { params }),
    onSuccess: async ({ token }) => {
      setFresh(token);
      await reload();
    },
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/token", { params }),
    onSuccess: async () => {
      setFresh(undefined);
      await reload();
      showToast({ message: t("deleted") });
    },
  });
  const ask = async (what: "refresh" | "delete") => {
    const agreed = await confirm({
      title: t(`${what}.title`),
      body: t(`${what}.body`),
      action: t(`${what}.action`),
    });
    if (agreed) (what === "refresh" ? generate : remove).mutate();
  };
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (token === undefined) return <Skeleton h={140} />;
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Section title={t("title")} help={t("help")}>
          {token && <TokenUses createdAt={token.created_at} lastUsedAt={token.last_used_at} />}
          {fresh && <NewToken token={fresh} title={t("once")} />}
          <Group>
            {token ? (
              <>
                <Button variant="default" loading={generate.isPending} onClick={() => void ask("refresh")}>
                  {t("refresh.action")}
                </Button>
                <Button color="red" variant="outline" loading={remove.isPending} onClick={() => void ask("delete")}>
                  {t("delete.action")}
                </Button>
              </>
            ) : (
              <Button loading={generate.isPending} onClick={() => generate.mutate()}>
                {t("generate")}
              </Button>
            )}
          </Group>
        </Section>
      </Paper>
      <FurtherTokens />
      <TryIt token={fresh} />
    </Stack>
  );
}

function TryIt({ token }: { token: string | undefined }) {
  const { t } = useTranslation("tokens");
  const { id } = usePage();
  const url = `${window.location.origin}/api/public_api/v1/pages/${id}/flows`;
  return (
    <Paper withBorder p="lg">
      <Section title={t("tryIt")} help={token ? t("tryNow") : t("tryHelp")}>
        <CodeBlock text={`curl -H 'access-token: ${token ?? t("yours")}' ${url}`} what={t("command")} />
        <Text size="sm">
          <Anchor href={`/docs?page=${id}`} target="_blank" rel="noreferrer" inherit underline="always">
            {t("docs")}
          </Anchor>
        </Text>
      </Section>
    </Paper>
  );
}
