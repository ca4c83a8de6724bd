import type { CommentAction } from "@banter/core/flow/outgoing.ts";
import { IconEyeOff, IconMessageCircle, IconThumbUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LinkedText } from "./linked-text.tsx";

const icons = { answer: IconMessageCircle, like: IconThumbUp, hide: IconEyeOff };

/** Something the page did in public with the customer's comment. */
export function CommentActionView({ action }: { action: CommentAction }) {
  const { t } = useTranslation("conversations");
  const Icon = icons[action.action];
  return (
    <>
      <p className={action.action === "answer" ? "bubble-origin" : "bubble-text bubble-act"}>
        <Icon size={action.action === "answer" ? 14 : 16} aria-hidden /> <span>{t(`bubble.${action.action}`)}</span>
      </p>
      {action.action === "answer" && <LinkedText text={action.text} />}
    </>
  );
}
