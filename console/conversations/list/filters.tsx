import { Badge, Menu } from "@mantine/core";
import { IconBookmark, IconChevronDown, IconSettings } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { conversationCountsQuery } from "../../frame/conversation-counts.ts";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { useMay, usePage } from "../../frame/use-page.ts";
import { viewsQuery } from "../queries.ts";
import { type Filter, firstFilters, isSameView, otherFilters, savedAsView, type View, viewBy } from "./view.ts";

const ViewsDialog = lazyPart(async () => (await import("./views-dialog.tsx")).ViewsDialog, { height: 0 });

/** The parts of the inbox, with how many conversations each has; in the menu, the page's saved views too. */
export function Filters({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const mayConverse = useMay("converse");
  const { data: counts } = useQuery(conversationCountsQuery(pageId));
  const { data: views = [] } = useQuery(viewsQuery(pageId));
  const [isManaging, setIsManaging] = useState(false);
  const countOf = (filter: Filter) => (filter === "all" || filter === "done" ? 0 : (counts?.[filter] ?? 0));
  const isFirst = firstFilters.some((filter) => isSameView(view, viewBy(filter)));
  const saved = views.find((each) => isSameView(view, savedAsView(each)));
  const isNarrowed = view.view !== undefined || view.member !== undefined;
  const name =
    saved?.name ?? (isNarrowed ? t("views.narrowed") : isFirst ? t("list.more") : t(`filters.${view.filter}`));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div className="inbox-filters" role="group" aria-label={t("list.filters")}>
      {firstFilters.map((filter) => (
        <button
          key={filter}
          type="button"
          className="inbox-filter"
          aria-pressed={isSameView(view, viewBy(filter))}
          onClick={() => onView(viewBy(filter, view.search))}
        >
          {t(`filters.${filter}`)}
          <Count count={countOf(filter)} isChosen={isSameView(view, viewBy(filter))} />
        </button>
      ))}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <button type="button" className="inbox-filter" data-chosen={!isFirst || undefined}>
            <span className="view-name">{name}</span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: "auto" }}>
          {otherFilters.map((filter) => (
            <Menu.Item
              key={filter}
              rightSection={<Count count={countOf(filter)} isChosen={false} />}
              onClick={() => onView(viewBy(filter, view.search))}
            >
              {t(`filters.${filter}`)}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Label>{t("views.title")}</Menu.Label>}
          {views.map((each) => (
            <Menu.Item
              key={each.id}
              leftSection={<IconBookmark size={14} aria-hidden />}
              onClick={() => onView(savedAsView(each))}
            >
              {each.name}
            </Menu.Item>
          ))}
          {mayConverse && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconSettings size={14} aria-hidden />} onClick={() => setIsManaging(true)}>
                {t("views.manage")}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isManaging && <ViewsDialog view={view} onView={onView} onClose={() => setIsManaging(false)} />}
    </div>
  );
}

function Count({ count, isChosen }: { count: number; isChosen: boolean }) {
  const { i18n } = useTranslation("conversations");
  if (count === 0) return null;
  return (
    <Badge size="sm" circle={count < 10} variant={isChosen ? "white" : "default"} className="count">
      {countText(count, i18n.language)}
    </Badge>
  );
}

/** The server counts to a thousand. */
const countText = (count: number, language: string) =>
  count >= 1000 ? `${(1000).toLocaleString(language)}+` : String(count);
