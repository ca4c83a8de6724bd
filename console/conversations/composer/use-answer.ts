import { useEffect } from "react";
import type { Content } from "./outbox.ts";
import { useAnswering } from "./use-answering.ts";
import { useOutbox } from "./use-outbox.ts";

/** Sends content, as an answer to the message that was chosen for it. `onChosen` is called when one was just chosen. */
export function useAnswer(psid: string, tag: string | undefined, onChosen: () => void) {
  const outbox = useOutbox(psid);
  const [answered, answer] = useAnswering(psid);
  useEffect(() => {
    if (!answered?.isNew) return;
    onChosen();
    answer({ ...answered, isNew: false });
  }, [answered, answer, onChosen]);
  return {
    answered,
    send(content: Content, onSent?: () => void): void {
      outbox.send(content, { messageTag: tag, answered, onSent });
      answer(null);
    },
    sendTemplate: (content: Content) => outbox.send(content),
    drop: () => answer(null),
  };
}
