import { IconArrowBackUp, IconChecklist, IconMoodPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { useAnswering } from "../composer/use-answering.ts";
import { useTranslateMessage } from "../help/use-translate-message.tsx";
import type { Message } from "../queries.ts";

const ReactMenu = lazyPart(async () => (await import("./react-menu.tsx")).ReactMenu, { height: 0 });

const AddToEvaluation = lazyPart(async () => (await import("../help/add-to-evaluation.tsx")).AddToEvaluation, {
  height: 0,
});

/** The actions of members on a customer's message that are possible now. */
export type Possible = { reply: boolean; react: boolean; translate: boolean; evaluate: boolean };

type Props = { psid: string; message: Message; possible: Possible };

/** Answers, reacts to or translates one message. The buttons are shown with the pointer or the focus, on phones always. */
export function MessageActions({ psid, message, possible }: Props) {
  const { t } = useTranslation("conversations");
  const [, answer] = useAnswering(psid);
  const [isReacting, setIsReacting] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  // The menu closes when anything beside it is touched, this button too, before the click arrives.
  const wasReacting = useRef(false);
  const toggle = () => {
    setIsReacting(!wasReacting.current);
    wasReacting.current = false;
  };
  const { id, input } = message;
  const words = input?.kind === "message" ? input.text : "";
  const translation = useTranslateMessage(psid, words);
  if (input?.kind !== "message" || input.is_deleted) return null;
  return (
    <>
      <span className="message-actions" data-open={isReacting || undefined}>
        {possible.reply && (
          <button
            type="button"
            aria-label={t("bubble.reply")}
            title={t("bubble.reply")}
            onClick={() => answer({ id, text: input.text, isNew: true })}
          >
            <IconArrowBackUp size={16} aria-hidden />
          </button>
        )}
        {possible.react && (
          <button
            type="button"
            aria-label={t("bubble.react")}
            title={t("bubble.react")}
            aria-expanded={isReacting}
            onPointerDown={() => {
              wasReacting.current = isReacting;
            }}
            onClick={toggle}
          >
            <IconMoodPlus size={16} aria-hidden />
          </button>
        )}
        {possible.translate && words.trim() !== "" && translation.button}
        {possible.evaluate && words.trim() !== "" && (
          <button
            type="button"
            aria-label={t("evaluation.open")}
            title={t("evaluation.open")}
            onClick={() => setIsAdding(true)}
          >
            <IconChecklist size={16} aria-hidden />
          </button>
        )}
        {isReacting && <ReactMenu psid={psid} messageId={id} onClose={() => setIsReacting(false)} />}
      </span>
      {isAdding && <AddToEvaluation psid={psid} text={words} onClose={() => setIsAdding(false)} />}
      {translation.isShown && translation.result}
    </>
  );
}
