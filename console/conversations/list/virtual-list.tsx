import { Button } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Conversation } from "../../live/conversation-cache.ts";
import { useNow } from "../state/use-now.ts";
import { Row } from "./row.tsx";
import type { View } from "./view.ts";

type Props = {
  lines: readonly Conversation[];
  psid: string | undefined;
  hasMore: boolean;
  hasFailed: boolean;
  onMore: () => void;
  view: View;
};

const rowHeight = 76;
/** Rows without data behind the end, so that quick scrolling meets placeholders and never the end of the list. */
const placeholders = 40;
/** The next page is read when this few rows are left. */
const readAhead = 45;

/** Only the rows in view are drawn. Arrow keys move, Enter opens. */
export function VirtualList({ lines, psid, hasMore, hasFailed, onMore, view }: Props) {
  const { t } = useTranslation("conversations");
  const now = useNow();
  const box = useRef<HTMLDivElement>(null);
  const [activePsid, setActivePsid] = useState(psid);
  const count = lines.length + (hasMore && !hasFailed ? placeholders : 0);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => lines[index]?.psid ?? `placeholder ${index - lines.length}`,
  });
  const items = rows.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !hasFailed && lastShown > lines.length - readAhead) onMore();
  });
  const activeAt = Math.max(
    0,
    lines.findIndex((line) => line.psid === activePsid),
  );
  const moveTo = (at: number) => {
    const line = lines[at];
    if (!line) return;
    setActivePsid(line.psid);
    rows.scrollToIndex(at);
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-psid="${CSS.escape(line.psid)}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowDown: activeAt + 1, ArrowUp: activeAt - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    moveTo(Math.max(0, Math.min(target, lines.length - 1)));
  };
  return (
    <div className="inbox-rows" ref={box} aria-busy={lines.length === 0}>
      <ul aria-label={t("list.label")} style={{ height: rows.getTotalSize() }} onKeyDown={onKeyDown}>
        {items.map(({ index, key, start }) => {
          const line = lines[index];
          return (
            <li
              key={key}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              aria-setsize={hasMore ? -1 : count}
              aria-posinset={index + 1}
            >
              {line ? (
                <Row
                  line={line}
                  isOpen={line.psid === psid}
                  isActive={index === activeAt}
                  onFocus={() => setActivePsid(line.psid)}
                  view={view}
                  now={now}
                />
              ) : (
                <Placeholder />
              )}
            </li>
          );
        })}
      </ul>
      {hasFailed && (
        <Button m="sm" variant="default" onClick={onMore}>
          {t("list.loadMore")}
        </Button>
      )}
    </div>
  );
}

function Placeholder() {
  return (
    <div className="inbox-row is-placeholder" aria-hidden>
      <span className="avatar" />
      <span className="bar" />
      <span className="bar is-short" />
    </div>
  );
}
