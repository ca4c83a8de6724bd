import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconBook, IconPencil, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { ago } from "../../ui/ago.ts";
import { confirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { RowMenu } from "../../ui/row-menu.tsx";
import { Section } from "../../ui/screen.tsx";
import { AddSource, kindIcons } from "./add-source.tsx";
import { Passages } from "./passages.tsx";
import { knowledgeKey, knowledgeQuery, type Source, type SourceForm } from "./queries.ts";
import { SourceDialog } from "./source-dialog.tsx";

/** The sources, each with its state and its passages. */
export function Sources() {
  const { t } = useTranslation("knowledge");
  const { id: pageId } = usePage();
  const { data, error, refetch } = useQuery(knowledgeQuery(pageId));
  const [shown, setShown] = useState<Source>();
  const [edited, setEdited] = useState<{ id: number; form: SourceForm }>();
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} />;
  if (data.sources.length === 0)
    return <EmptyState icon={IconBook} title={t("empty")} help={t("emptyHelp")} action={<AddSource />} />;
  return (
    <Section title={t("sources")} help={t("sourcesHelp")} actions={<AddSource />}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("sources")}>
        {data.sources.map((source) => (
          <SourceLine
            key={source.id}
            source={source}
            onShow={() => setShown(source)}
            onEdit={(form) => setEdited({ id: source.id, form })}
          />
        ))}
      </Stack>
      {shown && <Passages source={shown} onClose={() => setShown(undefined)} />}
      {edited && <SourceDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}

const colors: Record<Source["state"], string> = { waiting: "gray", reading: "blue", ready: "teal", failed: "red" };

type LineProps = { source: Source; onShow: () => void; onEdit: (form: SourceForm) => void };

function SourceLine({ source, onShow, onEdit }: LineProps) {
  const { t } = useTranslation(["knowledge", "models"]);
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const params = { page_id, source_id: source.id };
  const onSettled = () => client.invalidateQueries({ queryKey: knowledgeKey(page_id) });
  const read = useMutation({
    mutationFn: () => api("POST /pages/:page_id/knowledge/:source_id/read", { params }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/knowledge/:source_id", { params }),
    onSettled,
  });
  const ask = async () => {
    const title = t("ask", { name: source.name });
    if (await confirm({ title, body: t("askText"), action: t("delete") })) remove.mutate();
  };
  const { form } = source;
  const KindIcon = kindIcons[source.kind];
  return (
    <Paper component="li" withBorder p="md">
      <Group gap="md" wrap="nowrap" align="flex-start">
        <KindIcon size={22} stroke={1.6} aria-hidden style={{ flex: "none", marginTop: 2 }} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {source.name}
            </Text>
            <Badge variant="dot" color={colors[source.state]} tt="none">
              {t(`state.${source.state}`)}
            </Badge>
          </Group>
          <Facts source={source} />
          {source.error && (
            <Text size="sm" c="red" mt={4}>
              {t(`errors.${source.error}`)} {source.passages > 0 && t("stays")}
            </Text>
          )}
          {source.vector_error && (
            <Text size="sm" c="dimmed" mt={4}>
              {t("noVectors", { reason: t(`models:refusals.${source.vector_error}.title`) })}
            </Text>
          )}
          <Button
            mt="xs"
            size="compact-sm"
            variant="default"
            aria-label={t("showOf", { name: source.name })}
            onClick={onShow}
          >
            {t("show")}
          </Button>
        </div>
        {mayBuild && (
          <RowMenu
            label={t("menuOf", { name: source.name })}
            entries={
              form
                ? [
                    { label: t("readAgain"), icon: IconRefresh, onClick: () => read.mutate() },
                    { label: t("edit"), icon: IconPencil, onClick: () => onEdit(form) },
                  ]
                : []
            }
            remove={{ label: t("delete"), onClick: () => void ask() }}
          />
        )}
      </Group>
    </Paper>
  );
}

/** The kind of the source, how much was read of it, and when. */
function Facts({ source }: { source: Source }) {
  const { t, i18n } = useTranslation("knowledge");
  const { kind, documents, passages, read_at, form, has_vectors } = source;
  const parts = [
    form?.kind === "site" ? form.url : t(`kind.${kind}`),
    ...(kind === "site" ? [t("pages", { count: documents })] : []),
    ...(kind === "flows" ? [t("flows", { count: documents })] : []),
    t("passages", { count: passages }),
    ...(has_vectors && passages > 0 ? [t("byMeaning")] : []),
    ...(read_at ? [t("read", { ago: ago(read_at, i18n.language) })] : []),
  ];
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {parts.join(" · ")}
    </Text>
  );
}
