import { ActionIcon, Group, Modal, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { tagsQuery } from "../../queries.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText } from "../../ui/error-text.ts";
import { membersQuery, viewsQuery } from "../queries.ts";
import { type Filter, firstFilters, otherFilters, type SavedView, savedAsView, type View } from "./view.ts";

type Props = { view: View; onView: (view: View) => void; onClose: () => void };

/** Saves lists of the inbox for the whole team, and deletes them. */
export function ViewsDialog({ view, onView, onClose }: Props) {
  const { t } = useTranslation("conversations");
  const { data: views = [] } = useQuery(viewsQuery(usePage().id));
  const onSaved = (saved: SavedView) => {
    onView(savedAsView(saved));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t("views.title")} closeButtonProps={{ "aria-label": t("ui:close") }}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t("views.help")}
        </Text>
        {views.map((each) => (
          <Line key={each.id} view={each} />
        ))}
        <Form view={view} onSaved={onSaved} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

function Line({ view: { id, name } }: { view: SavedView }) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/inbox_views/:view_id", { params: { page_id: pageId, view_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: viewsQuery(pageId).queryKey }),
  });
  return (
    <Paper withBorder px="sm" py={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" truncate>
          {name}
        </Text>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t("views.delete", { name })}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Paper>
  );
}

/** Begins with the list that is shown. */
function Form({ view, onSaved, onClose }: { view: View; onSaved: (view: SavedView) => void; onClose: () => void }) {
  const { t } = useTranslation("conversations");
  const { id: pageId, workspace_id } = usePage();
  const client = useQueryClient();
  const { data: tags = [] } = useQuery(tagsQuery(pageId));
  const { data: members = [] } = useQuery(membersQuery(workspace_id));
  const [name, setName] = useState("");
  const [filter, setFilter] = useState<Filter>(view.filter);
  const [tag, setTag] = useState<number | null>(view.tag ?? null);
  const [member, setMember] = useState<string | null>(view.member ?? null);
  const save = useMutation({
    mutationFn: () =>
      api("POST /pages/:page_id/inbox_views", {
        params: { page_id: pageId },
        body: { name: name.trim(), filter, tag, member },
      }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: viewsQuery(pageId).queryKey });
      onSaved(saved);
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t("views.name")}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t("views.filter")}
          allowDeselect={false}
          data={[...firstFilters, ...otherFilters].map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={filter}
          onChange={(chosen) => chosen && setFilter(chosen as Filter)}
        />
        <Group grow>
          <Select
            label={t("views.tag")}
            placeholder={t("views.any")}
            clearable
            clearButtonProps={{ "aria-label": t("views.any") }}
            data={tags.map((each) => ({ value: String(each.id), label: each.name }))}
            value={tag === null ? null : String(tag)}
            onChange={(chosen) => setTag(chosen === null ? null : Number(chosen))}
          />
          <Select
            label={t("views.member")}
            placeholder={t("views.any")}
            clearable
            clearButtonProps={{ "aria-label": t("views.any") }}
            data={members.map((each) => ({ value: each.id, label: each.name }))}
            value={member}
            onChange={setMember}
          />
        </Group>
        {save.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {errorText(save.error)}
          </Text>
        )}
        <DialogButtons
          onCancel={onClose}
          submit={t("views.save")}
          isPending={save.isPending}
          isDisabled={name.trim() === ""}
        />
      </Stack>
    </form>
  );
}
