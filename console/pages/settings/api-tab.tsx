import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";

const tokenQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "token"],
    queryFn: async () => (await api("GET /pages/:page_id/token", { params: { page_id: pageId } })).token,
  });

/** The page's token for the public API. A new one is shown once, since only its hash is kept. */
export function ApiTab() {
  const { t } = useTranslation("pages");
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
      showToast({ message: t("token.deleted") });
    },
  });
  const ask = async (what: "refresh" | "delete") => {
    const agreed = await confirm({
      title: t(`token.${what}.title`),
      body: t(`token.${what}.body`),
      action: t(`token.${what}.action`),
    });
    if (agreed) (what === "refresh" ? generate : remove).mutate();
  };
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (token === undefined) return <Skeleton h={140} />;
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Section title={t("token.title")} help={t("token.help")}>
          {token && <TokenFacts createdAt={token.created_at} lastUsedAt={token.last_used_at} />}
          {fresh && (
            <Alert role="status" variant="outline" icon={<IconKey size={18} />} title={t("token.once")}>
              <CodeBlock text={fresh} what={t("token.what")} />
            </Alert>
          )}
          <Group>
            {token ? (
              <>
                <Button variant="default" loading={generate.isPending} onClick={() => void ask("refresh")}>
                  {t("token.refresh.action")}
                </Button>
                <Button color="red" variant="outline" loading={remove.isPending} onClick={() => void ask("delete")}>
                  {t("token.delete.action")}
                </Button>
              </>
            ) : (
              <Button loading={generate.isPending} onClick={() => generate.mutate()}>
                {t("token.generate")}
              </Button>
            )}
          </Group>
        </Section>
      </Paper>
      <TryIt token={fresh} />
    </Stack>
  );
}

function TokenFacts({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  const { t, i18n } = useTranslation("pages");
  const say = (at: string) => new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Text size="sm">
      {t("token.created", { at: say(createdAt) })}{" "}
      {lastUsedAt ? t("token.used", { at: say(lastUsedAt) }) : t("token.neverUsed")}
    </Text>
  );
}

function TryIt({ token }: { token: string | undefined }) {
  const { t } = useTranslation("pages");
  const { id } = usePage();
  const url = `${window.location.origin}/api/public_api/v1/pages/${id}/flows`;
  return (
    <Paper withBorder p="lg">
      <Section title={t("token.tryIt")} help={token ? t("token.tryNow") : t("token.tryHelp")}>
        <CodeBlock text={`curl -H 'access-token: ${token ?? t("token.yours")}' ${url}`} what={t("token.command")} />
        <Text size="sm">
          <a href="/docs" target="_blank" rel="noreferrer">
            {t("token.docs")}
          </a>
        </Text>
      </Section>
    </Paper>
  );
}
