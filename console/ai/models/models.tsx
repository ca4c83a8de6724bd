import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconPlus, IconSparkles } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { modelsQuery } from "../../queries.ts";
import { confirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { draftOf, hostOf, type Model } from "./draft.ts";
import { Limits } from "./limits.tsx";
import { ModelDialog } from "./model-dialog.tsx";
import * as words from "./words.ts";

addWords("models", words);

/** The page's models; below them, what they may cost and say. */
export function Models() {
  const { t } = useTranslation("models");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data: models, error, refetch } = useQuery(modelsQuery(pageId));
  const [edited, setEdited] = useState<Model | "new">();
  const add = mayBuild && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  );
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!models) return <Skeleton h={240} />;
  return (
    <Stack gap={40}>
      {models.length === 0 ? (
        <EmptyState icon={IconSparkles} title={t("empty")} help={t("emptyHelp")} action={add} />
      ) : (
        <Section title={t("title")} help={t("first")} actions={add}>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("title")}>
            {models.map((model) => (
              <ModelLine key={model.id} model={model} onEdit={() => setEdited(model)} />
            ))}
          </Stack>
        </Section>
      )}
      {models.length > 0 && <Limits />}
      {edited && <ModelDialog model={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Stack>
  );
}

function ModelLine({ model, onEdit }: { model: Model; onEdit: () => void }) {
  const { t } = useTranslation("models");
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/models/:model_id", { params: { page_id, model_id: model.id } }),
    onSettled: () => client.invalidateQueries(modelsQuery(page_id)),
  });
  const ask = async () => {
    const title = t("removeTitle", { name: model.name });
    if (await confirm({ title, body: t("removeBody"), action: t("removeAction") })) remove.mutate();
  };
  const { provider } = draftOf(model, []);
  const place = provider === "other" ? hostOf(model.base_url) : t(`providers.${provider}.title`);
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" gap="xs">
        <div style={{ flex: "1 1 200px" }}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {model.name}
            </Text>
            {model.purpose === "embeddings" && (
              <Badge variant="light" color="gray" tt="none">
                {t("purposes.embeddings")}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {t("line", { model: model.model, place })}
          </Text>
        </div>
        {mayBuild && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" aria-label={t("editOf", { name: model.name })} onClick={onEdit}>
              {t("edit")}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={t("removeOf", { name: model.name })}
              loading={remove.isPending}
              onClick={() => void ask()}
            >
              {t("ui:delete")}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}
