import { Button, Loader } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { useMe } from "../../frame/use-workspace.ts";
import { Failure } from "../../ui/failure.tsx";
import { notYetShown } from "../composer/outbox.ts";
import { useOutbox } from "../composer/use-outbox.ts";
import { notesQuery } from "../queries.ts";
import { WhyDrawer } from "../why/why-drawer.tsx";
import { Bubble } from "./bubble.tsx";
import type { Possible } from "./message-actions.tsx";
import { NoteBubble } from "./note-bubble.tsx";
import { PendingBubble } from "./pending-bubble.tsx";
import { reactionsIn } from "./reactions.ts";
import { type Item, timelineOf } from "./timeline.ts";
import { useScroll } from "./use-scroll.ts";
import { useThread } from "./use-thread.ts";

const noThread = { messages: [], hasMore: false };

type Props = { psid: string; possible: Possible };

/** The messages of a conversation, oldest first, with members' notes between them. */
export function Thread({ psid, possible }: Props) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const userId = useMe().user.id;
  const { data, error, refetch, readMore, hasFailed } = useThread(pageId, psid);
  const { data: notes = [] } = useQuery(notesQuery(pageId, psid));
  const { pending } = useOutbox(psid);
  const [whyId, setWhyId] = useState<number>();
  const thread = data ?? noThread;
  const items = useMemo(
    () => timelineOf(thread, notes, notYetShown(pending, thread.messages, userId)),
    [thread, notes, pending, userId],
  );
  const reactions = useMemo(() => reactionsIn(thread.messages), [thread]);
  const { box, content, hasNew, toEnd, onScroll } = useScroll({
    firstKey: thread.messages[0]?.id,
    lastKey: items.at(-1)?.key,
    isOwnLast: items.at(-1)?.type === "pending",
    onTop: readMore,
  });
  const showQuoted = (id: number) => {
    const quoted = box.current?.querySelector(`[data-id="${id}"]`);
    quoted?.scrollIntoView({ block: "center" });
    quoted?.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: 600 });
  };
  return (
    <div className="thread-area">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div className="thread" ref={box} onScroll={onScroll} role="log" aria-label={t("thread.label")} tabIndex={0}>
        <div ref={content}>
          <Top hasMore={thread.hasMore || (!data && !error)} hasFailed={hasFailed} onRetry={readMore} />
          {error && !data && <Failure error={error} retry={() => void refetch()} />}
          {data && items.length === 0 && <p className="is-quiet thread-empty">{t("thread.empty")}</p>}
          {items.map((item) => (
            <OneItem
              key={item.key}
              item={item}
              psid={psid}
              reactions={reactions}
              possible={possible}
              onQuoted={showQuoted}
              onWhy={setWhyId}
            />
          ))}
        </div>
      </div>
      {hasNew && (
        <Button
          className="to-end"
          size="compact-sm"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={toEnd}
        >
          {t("thread.new")}
        </Button>
      )}
      <WhyDrawer messageId={whyId} onClose={() => setWhyId(undefined)} />
    </div>
  );
}

type ItemProps = Props & {
  item: Item;
  reactions: ReturnType<typeof reactionsIn>;
  onQuoted: (id: number) => void;
  onWhy: (id: number) => void;
};

function OneItem({ item, psid, reactions, ...others }: ItemProps) {
  switch (item.type) {
    case "day":
      return <Day at={item.at} />;
    case "note":
      return <NoteBubble psid={psid} note={item.note} />;
    case "pending":
      return <PendingBubble psid={psid} pending={item.pending} onQuoted={others.onQuoted} />;
    case "message":
      return <Bubble psid={psid} message={item.message} reaction={reactions.get(item.message.id)} {...others} />;
  }
}

function Day({ at }: { at: string }) {
  const { i18n } = useTranslation("conversations");
  return (
    <p className="day">
      <span>{new Date(at).toLocaleDateString(i18n.language, { weekday: "long", day: "numeric", month: "long" })}</span>
    </p>
  );
}

/** Keeps its height while older messages are read, so that nothing moves. */
function Top({ hasMore, hasFailed, onRetry }: { hasMore: boolean; hasFailed: boolean; onRetry: () => void }) {
  const { t } = useTranslation("conversations");
  if (!hasMore) return null;
  return (
    <div className="thread-top">
      {hasFailed ? (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t("ui:failure.retry")}
        </Button>
      ) : (
        <Loader size="sm" color="gray" aria-label={t("thread.older")} />
      )}
    </div>
  );
}
