import { ActionIcon, Group, Input, Modal, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { type Condition, noCondition, wholeSegment } from "../../frame/conditions/condition.ts";
import { ConditionEditor } from "../../frame/conditions/editor.tsx";
import { usePage } from "../../frame/use-page.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText } from "../../ui/error-text.ts";
import { membersQuery, viewsQuery } from "../queries.ts";
import { type Filter, firstFilters, otherFilters, type SavedView, savedAsView, type View, viewBy } from "./view.ts";

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
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t("views.title")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t("views.help")}
        </Text>
        {views.map((each) => (
          <Line key={each.id} view={each} onRemoved={() => each.id === view.view && onView(viewBy(each.filter))} />
        ))}
        <Form view={view} onSaved={onSaved} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

function Line({ view: { id, name }, onRemoved }: { view: SavedView; onRemoved: () => void }) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/inbox_views/:view_id", { params: { page_id: pageId, view_id: id } }),
    onSuccess: onRemoved,
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
  const { data: views = [] } = useQuery(viewsQuery(pageId));
  const { data: members = [] } = useQuery(membersQuery(workspace_id));
  const [name, setName] = useState("");
  const [filter, setFilter] = useState<Filter>(view.filter);
  const [condition, setCondition] = useState<Condition>(
    views.find(({ id }) => id === view.view)?.condition ?? noCondition,
  );
  const [member, setMember] = useState<string | null>(view.member ?? null);
  const whole = condition.rules.length === 0 ? null : wholeSegment(condition);
  const save = useMutation({
    mutationFn: (condition: SavedView["condition"]) =>
      api("POST /pages/:page_id/inbox_views", {
        params: { page_id: pageId },
        body: { name: name.trim(), filter, condition, member },
      }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: viewsQuery(pageId).queryKey });
      onSaved(saved);
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whole !== undefined && name.trim()) save.mutate(whole);
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
        <Select
          label={t("views.member")}
          placeholder={t("views.any")}
          clearable
          clearButtonProps={{ "aria-label": t("views.any") }}
          data={members.map((each) => ({ value: each.id, label: each.name }))}
          value={member}
          onChange={setMember}
        />
        <Input.Wrapper label={t("views.customers")} labelElement="div">
          <ConditionEditor kind="segment" condition={condition} onChange={setCondition} />
        </Input.Wrapper>
        {save.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {errorText(save.error)}
          </Text>
        )}
        <DialogButtons
          onCancel={onClose}
          submit={t("views.save")}
          isPending={save.isPending}
          isDisabled={whole === undefined || name.trim() === ""}
          staysInView
        />
      </Stack>
    </form>
  );
}
