import { Button, CloseButton, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconMessages, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { useMe } from "../../frame/use-workspace.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { useKeys } from "../keys/use-keys.ts";
import { linesQuery, listQuery } from "../queries.ts";
import { useNow } from "../state/use-now.ts";
import { Filters } from "./filters.tsx";
import { mergeLines } from "./merge-lines.ts";
import { addressOf, type View, viewBy } from "./view.ts";
import { VirtualList } from "./virtual-list.tsx";

type Props = {
  psid: string | undefined;
  view: View;
  /** The customers of the list in their order, for the keys that lead to the next one. */
  order: RefObject<readonly string[]>;
};

/** The list of conversations with its filters and its search. */
export function Inbox({ psid, view, order }: Props) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const go = useGo(psid);
  useKeys({ waiting: () => go(viewBy("waiting")), mine: () => go(viewBy("mine")), all: () => go(viewBy("all")) });
  return (
    <section className="inbox" aria-label={t("list.label")}>
      <div className="inbox-head">
        <SearchInput key={pageId} search={view.search} onSearch={(search) => go({ ...view, search })} />
        <Filters view={view} onView={go} />
      </div>
      <Lines key={JSON.stringify([pageId, view])} psid={psid} view={view} order={order} onView={go} />
    </section>
  );
}

function useGo(psid: string | undefined) {
  const { id: pageId } = usePage();
  const navigate = useNavigate();
  return (view: View) => {
    const search = addressOf(view);
    void (psid === undefined
      ? navigate({ to: "/pages/$pageId/conversations", params: { pageId }, search, replace: true })
      : navigate({ to: "/pages/$pageId/conversations/$psid", params: { pageId, psid }, search, replace: true }));
  };
}

function SearchInput({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation("conversations");
  const [text, setText] = useState(search);
  const [settled] = useDebouncedValue(text.trim(), 250);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed searches
  useEffect(() => {
    if (settled !== search) onSearch(settled);
  }, [settled]);
  useKeys({ search: () => input.current?.focus() });
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={t("list.search")}
      placeholder={t("list.search")}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={t("list.clearSearch")} onClick={() => setText("")} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") setText("");
        if (event.key === "ArrowDown") {
          event.preventDefault();
          document.querySelector<HTMLElement>(".inbox-row[tabindex='0']")?.focus();
        }
      }}
    />
  );
}

function Lines({ psid, view, order, onView }: Props & { onView: (view: View) => void }) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const userId = useMe().user.id;
  const list = useInfiniteQuery(listQuery(pageId, view));
  const { data: lines } = useQuery(linesQuery(pageId));
  const now = useNow();
  const { data, hasNextPage } = list;
  const shown = useMemo(
    () =>
      mergeLines({
        read: data?.pages.flatMap((page) => page.conversations) ?? [],
        lines: data && lines,
        view,
        hasMore: hasNextPage,
        userId,
        openPsid: psid,
        now,
      }),
    [data, lines, view, hasNextPage, userId, psid, now],
  );
  useEffect(() => {
    order.current = shown.map((line) => line.psid);
  }, [shown, order]);
  if (list.error && !data)
    return (
      <Group p="md">
        <Failure error={list.error} retry={() => void list.refetch()} />
      </Group>
    );
  if (data && shown.length === 0 && !hasNextPage) {
    const kind = view.search ? "search" : view.filter;
    return (
      <div className="inbox-empty">
        <EmptyState
          icon={IconMessages}
          title={t(`empty.${kind}.title`)}
          help={t(`empty.${kind}.help`)}
          action={
            view.filter !== "all" && (
              <Button variant="default" onClick={() => onView(viewBy("all", view.search))}>
                {t("list.showAll")}
              </Button>
            )
          }
        />
      </div>
    );
  }
  const readMore = () => {
    if (hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage({ cancelRefetch: false });
  };
  return (
    <VirtualList
      lines={shown}
      psid={psid}
      hasMore={!data || hasNextPage}
      hasFailed={list.isFetchNextPageError}
      onMore={readMore}
      view={view}
    />
  );
}
