import { Name } from "@banter/core/model/names.ts";
import { ActionIcon, Group, Paper, Skeleton, Text } from "@mantine/core";
import { IconPencil, IconTag } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { tagsQuery } from "../queries.ts";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { AddForm } from "./add-form.tsx";
import { PlainList } from "./list.tsx";
import { RemoveButton } from "./remove-button.tsx";
import { RenameInput } from "./rename-input.tsx";
import { UsesButton } from "./uses-button.tsx";

type Tag = { id: number; name: string };

export function Tags() {
  const { t } = useTranslation("fields");
  const mayBuild = useMay("build");
  const { data, error, refetch } = useQuery(tagsQuery(usePage().id));
  return (
    <Section title={t("tags.title")} help={t("tags.help")}>
      {mayBuild && <AddTag />}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={120} />}
      {data?.length === 0 && <Text c="dimmed">{t("tags.empty")}</Text>}
      {data && data.length > 0 && (
        <PlainList label={t("tags.list")} items={data} render={(tag) => <TagRow tag={tag} mayBuild={mayBuild} />} />
      )}
    </Section>
  );
}

function AddTag() {
  const { id: page_id } = usePage();
  return (
    <AddForm
      of="tags"
      form={Name}
      add={(name) => api("POST /pages/:page_id/tags", { params: { page_id }, body: { name } })}
      queryKey={tagsQuery(page_id).queryKey}
    />
  );
}

function TagRow({ tag, mayBuild }: { tag: Tag; mayBuild: boolean }) {
  const { t } = useTranslation("fields");
  const { id: page_id } = usePage();
  const { name } = tag;
  const [isRenaming, setRenaming] = useState(false);
  const client = useQueryClient();
  const { queryKey } = tagsQuery(page_id);
  const params = { page_id, tag_id: tag.id };
  const uses = () => api("GET /pages/:page_id/tags/:tag_id/uses", { params });
  const rename = useMutation({
    mutationFn: (body: { name: string }) => api("PATCH /pages/:page_id/tags/:tag_id", { params, body }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <Paper withBorder px="sm" py={6}>
      <Group gap="xs" wrap="nowrap" mih={32}>
        <IconTag size={16} stroke={1.7} aria-hidden />
        {isRenaming ? (
          <RenameInput
            of="tags"
            name={name}
            onDone={(next) => {
              setRenaming(false);
              if (next !== name) rename.mutate({ name: next });
            }}
          />
        ) : (
          <Text size="sm" flex={1} truncate title={name}>
            {rename.isPending ? rename.variables.name : name}
          </Text>
        )}
        {!isRenaming && <UsesButton name={name} uses={uses} queryKey={[...queryKey, tag.id, "uses"]} />}
        {mayBuild && !isRenaming && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("tags.rename", { name })}
              onClick={() => setRenaming(true)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <RemoveButton
              of="tags"
              name={name}
              uses={uses}
              remove={() => api("DELETE /pages/:page_id/tags/:tag_id", { params })}
              queryKey={queryKey}
            />
          </>
        )}
      </Group>
    </Paper>
  );
}
