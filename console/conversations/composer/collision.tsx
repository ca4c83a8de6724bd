import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMe } from "../../frame/use-workspace.ts";
import type { ConversationInfo } from "../../live/conversation-cache.ts";

/** Tells that other members write in this conversation, so that no customer gets two answers. */
export function Collision({ info: { conversation, present } }: { info: ConversationInfo }) {
  const { t } = useTranslation("conversations");
  const userId = useMe().user.id;
  const writing = present.filter(
    ({ user_id, is_typing }) => is_typing && user_id !== userId && user_id !== conversation.psid,
  );
  return (
    <p className="collision" role="status">
      {writing.length > 0 && (
        <>
          <IconPencil size={14} aria-hidden />{" "}
          {t("present.typing", { count: writing.length, names: writing.map(({ name }) => name).join(", ") })}
        </>
      )}
    </p>
  );
}
