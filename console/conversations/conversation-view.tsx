import { reactionsOn } from "@banter/core/channels/reactions.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import { Box, Drawer, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMessageOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useHasModel } from "../frame/help/model/use-has-model.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { usePersonName } from "../frame/use-person-name.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { Beside } from "./beside/beside.tsx";
import { Composer } from "./composer/composer.tsx";
import { ConversationHeader } from "./conversation-header.tsx";
import { conversationQuery } from "./queries.ts";
import { Thread } from "./thread/thread.tsx";
import { useCurrent } from "./use-current.ts";
import { useMarkRead } from "./use-mark-read.ts";

type Props = {
  psid: string;
  onClose: () => void;
  /** The conversation is done or put off: the next one is opened. */
  onSettled: () => void;
};

/** One conversation: messages, the place to write, and what is known of the customer. Escape leads back to the list. */
export function ConversationView({ psid, onClose, onSettled }: Props) {
  const { t } = useTranslation("conversations");
  const personName = usePersonName();
  const { id: pageId, channel } = usePage();
  const { data, error, refetch } = useQuery(conversationQuery(pageId, psid));
  const info = useCurrent(pageId, data);
  useMarkRead(psid, info?.conversation.unread ?? 0);
  // The messages are drawn first; the forms around them take longer to build.
  const areMessagesDrawn = useDeferredValue(true, false);
  const [isBesideOpen, beside] = useDisclosure(false);
  const view = useRef<HTMLElement>(null);
  const mayConverse = useMay("converse");
  const canWrite = mayConverse && info !== undefined && !info.conversation.is_blocked;
  const canReact = canWrite && info.window.is_open && reactionsOn(channel).length > 0;
  const hasModel = useHasModel();
  const canTranslate = hasModel && mayConverse;
  const canEvaluate = useMay("build") && hasModel;
  const possible = useMemo(
    () => ({ reply: canWrite, react: canReact, translate: canTranslate, evaluate: canEvaluate }),
    [canWrite, canReact, canTranslate, canEvaluate],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape of a menu or a dialog, drawn elsewhere in the page, is not meant.
    const isOwn = event.target instanceof Node && view.current?.contains(event.target);
    if (event.key === "Escape" && isOwn && !event.defaultPrevented) focusRow(psid);
  };
  if (error && !data)
    return (
      <Box className="conversation" p="md">
        {error instanceof Refusal && error.status === 404 ? (
          <EmptyState icon={IconMessageOff} title={t("gone.title")} help={t("gone.help")} />
        ) : (
          <Failure error={error} retry={() => void refetch()} />
        )}
      </Box>
    );
  return (
    <>
      <section
        className="conversation"
        ref={view}
        aria-label={t("conversation", { name: personName({ name: info?.conversation.name, psid }) })}
        onKeyDown={onKeyDown}
      >
        {info ? (
          <ConversationHeader info={info} onBack={onClose} onBeside={beside.open} onSettled={onSettled} />
        ) : (
          <Skeleton h={56} />
        )}
        <Thread psid={psid} possible={possible} />
        {info && areMessagesDrawn && <Composer info={info} onSettled={onSettled} />}
      </section>
      {info && areMessagesDrawn && (
        <aside className="beside-column" aria-label={t("beside.title")}>
          <Beside info={info} onLeave={onClose} />
        </aside>
      )}
      <Drawer
        opened={isBesideOpen}
        onClose={beside.close}
        position="right"
        title={t("beside.title")}
        closeButtonProps={{ "aria-label": t("ui:close") }}
      >
        {info && <Beside info={info} onLeave={onClose} />}
      </Drawer>
    </>
  );
}

/** The row of the list that leads here; the search if it is not drawn. */
function focusRow(psid: string): void {
  const row = document.querySelector<HTMLElement>(`.inbox-row[data-psid="${CSS.escape(psid)}"]`);
  (row ?? document.querySelector<HTMLElement>(".inbox-head input"))?.focus();
}
