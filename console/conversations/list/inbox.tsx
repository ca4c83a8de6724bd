import { Badge, CloseButton, Group, TextInput } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { IconMessages, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { conversationCountsQuery } from "../../frame/conversation-counts.ts";
import { usePage } from "../../frame/use-page.ts";
import { useMe } from "../../frame/use-workspace.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { type Filter, linesQuery, listQuery } from "../queries.ts";
import { mergeLines } from "./merge-lines.ts";
import { VirtualList } from "./virtual-list.tsx";

type Props = { psid: string | undefined; filter: Filter; search: string };

const filters: Filter[] = ["all", "unread", "waiting", "failed", "mine"];

/** The list of conversations with its filters and its search. */
export function Inbox({ psid, filter, search }: Props) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const go = useGo(psid);
  return (
    <section className="inbox" aria-label={t("list.label")}>
      <div className="inbox-head">
        <SearchInput key={pageId} search={search} onSearch={(next) => go({ filter, search: next })} />
        <Filters pageId={pageId} filter={filter} onFilter={(next) => go({ filter: next, search })} />
      </div>
      <Lines key={`${pageId} ${filter} ${search}`} psid={psid} filter={filter} search={search} />
    </section>
  );
}

/** The filter and the search are in the address, so that they survive a reload and can be shared. */
function useGo(psid: string | undefined) {
  const { id: pageId } = usePage();
  const navigate = useNavigate();
  return ({ filter, search }: { filter: Filter; search: string }) => {
    const query = { ...(filter !== "all" && { filter }), ...(search && { search }) };
    void (psid === undefined
      ? navigate({ to: "/pages/$pageId/conversations", params: { pageId }, search: query, replace: true })
      : navigate({ to: "/pages/$pageId/conversations/$psid", params: { pageId, psid }, search: query, replace: true }));
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
  useHotkeys([["/", () => input.current?.focus()]]);
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

function Filters({ pageId, filter, onFilter }: { pageId: string; filter: Filter; onFilter: (filter: Filter) => void }) {
  const { t, i18n } = useTranslation("conversations");
  const { data: counts } = useQuery(conversationCountsQuery(pageId));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div className="inbox-filters" role="group" aria-label={t("list.filters")}>
      {filters.map((name) => {
        const count = name === "all" ? 0 : (counts?.[name] ?? 0);
        return (
          <button
            key={name}
            type="button"
            className="inbox-filter"
            aria-pressed={name === filter}
            onClick={() => onFilter(name)}
          >
            {t(`filters.${name}`)}
            {count > 0 && (
              <Badge size="sm" circle={count < 10} variant={name === filter ? "white" : "default"} className="count">
                {countText(count, i18n.language)}
              </Badge>
            )}
          </button>
        );
      })}
    </div>
  );
}

/** The server counts to a thousand. */
const countText = (count: number, language: string) =>
  count >= 1000 ? `${(1000).toLocaleString(language)}+` : String(count);

function Lines({ psid, filter, search }: Props) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const userId = useMe().user.id;
  const list = useInfiniteQuery(listQuery(pageId, filter, search));
  const { data: lines } = useQuery(linesQuery(pageId));
  const { data, hasNextPage } = list;
  const shown = useMemo(
    () =>
      mergeLines({
        read: data?.pages.flatMap((page) => page.conversations) ?? [],
        lines: data && lines,
        filter,
        isSearch: search !== "",
        hasMore: hasNextPage,
        userId,
        openPsid: psid,
      }),
    [data, lines, filter, search, hasNextPage, userId, psid],
  );
  if (list.error && !data)
    return (
      <Group p="md">
        <Failure error={list.error} retry={() => void list.refetch()} />
      </Group>
    );
  if (data && shown.length === 0 && !hasNextPage) {
    const kind = search ? "search" : filter;
    return (
      <div className="inbox-empty">
        <EmptyState icon={IconMessages} title={t(`empty.${kind}.title`)} help={t(`empty.${kind}.help`)} />
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
      filter={filter}
      search={search}
    />
  );
}
