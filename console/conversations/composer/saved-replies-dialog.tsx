import { ActionIcon, Button, Group, Modal, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { TextChips } from "../../frame/writing/text-chips.tsx";
import { WritingField } from "../../frame/writing/writing-field.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText } from "../../ui/error-text.ts";
import { type SavedReply, savedRepliesQuery } from "../queries.ts";

/** Adds, changes and deletes saved replies. */
export function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("conversations");
  const { data = [] } = useQuery(savedRepliesQuery(usePage().id));
  const [edited, setEdited] = useState<number | "new">();
  const done = () => setEdited(undefined);
  return (
    <Modal opened onClose={onClose} title={t("saved.title")} closeButtonProps={{ "aria-label": t("ui:close") }}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t("saved.help")}
        </Text>
        {data.map((reply) =>
          edited === reply.id ? (
            <Form key={reply.id} reply={reply} onDone={done} />
          ) : (
            <Line key={reply.id} reply={reply} onEdit={() => setEdited(reply.id)} />
          ),
        )}
        {edited === "new" ? (
          <Form reply={undefined} onDone={done} />
        ) : (
          <Group>
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited("new")}>
              {t("saved.add")}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function useChanged() {
  const { id: pageId } = usePage();
  const client = useQueryClient();
  return { pageId, onSuccess: () => client.invalidateQueries({ queryKey: savedRepliesQuery(pageId).queryKey }) };
}

function Line({ reply: { id, name, text }, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const { t } = useTranslation("conversations");
  const { pageId, onSuccess } = useChanged();
  const remove = useMutation({
    mutationFn: () =>
      api("DELETE /pages/:page_id/saved_replies/:reply_id", { params: { page_id: pageId, reply_id: id } }),
    onSuccess,
  });
  return (
    <Paper withBorder p="sm">
      <Group wrap="nowrap" align="flex-start">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            <TextChips text={text} />
          </Text>
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label={t("saved.edit", { name })} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t("saved.delete", { name })}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Paper>
  );
}

function Form({ reply, onDone }: { reply: SavedReply | undefined; onDone: () => void }) {
  const { t } = useTranslation("conversations");
  const [name, setName] = useState(reply?.name ?? "");
  const [text, setText] = useState(reply?.text ?? "");
  const { pageId, onSuccess } = useChanged();
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), text };
      return reply
        ? api("PATCH /pages/:page_id/saved_replies/:reply_id", {
            params: { page_id: pageId, reply_id: reply.id },
            body,
          })
        : api("POST /pages/:page_id/saved_replies", { params: { page_id: pageId }, body });
    },
    onSuccess: async () => {
      await onSuccess();
      onDone();
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t("saved.name")}
          required
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <WritingField
          label={t("saved.text")}
          description={t("saved.textHelp")}
          required
          isLong
          landing="text"
          maxLength={2000}
          value={text}
          onChange={setText}
        />
        {save.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {errorText(save.error)}
          </Text>
        )}
        <DialogButtons
          onCancel={onDone}
          submit={t("ui:save")}
          isPending={save.isPending}
          isDisabled={!name.trim() || !text.trim()}
        />
      </Stack>
    </form>
  );
}
