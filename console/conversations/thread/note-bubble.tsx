import { isAllowed } from "@banter/core/model/role.ts";
import { ActionIcon } from "@mantine/core";
import { IconNote, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { useMe } from "../../frame/use-workspace.ts";
import { conversationKeys } from "../../live/keys.ts";
import type { Note } from "../queries.ts";
import { LinkedText } from "./linked-text.tsx";
import { Clock } from "./state-line.tsx";

/** A note between members. Its author and owners can delete it. */
export function NoteBubble({ psid, note }: { psid: string; note: Note }) {
  const { t } = useTranslation("conversations");
  const { id: pageId, role } = usePage();
  const client = useQueryClient();
  const isMine = useMe().user.id === note.author.user_id;
  const mayDelete = useMay("converse") && (isMine || isAllowed(role, "own"));
  const remove = useMutation({
    mutationFn: () =>
      api("DELETE /pages/:page_id/conversations/:psid/notes/:note_id", {
        params: { page_id: pageId, psid, note_id: note.id },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: conversationKeys.notes(pageId, psid) }),
  });
  return (
    <article className="note" aria-label={t("note.label")}>
      <LinkedText text={note.text} />
      <footer className="message-foot">
        <IconNote size={14} aria-hidden /> {note.author.name} <Clock at={note.at} />
        {mayDelete && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t("note.delete")}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </footer>
    </article>
  );
}
