import { Avatar, Badge } from "@mantine/core";
import { IconAlertTriangle, IconPlayerPause, IconUser } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import type { Conversation } from "../../live/conversation-cache.ts";
import { ago } from "../../ui/ago.ts";
import { initialsOf } from "../initials.ts";
import type { Filter } from "../queries.ts";

type Props = {
  line: Conversation;
  isOpen: boolean;
  /** The one row that Tab reaches. */
  isActive: boolean;
  onFocus: () => void;
  filter: Filter;
  search: string;
};

const Anchor = createLink((props: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) => (
  <a {...props}>{props.children}</a>
));

/** A conversation in the list: who, the last words, when, and what it needs. */
export function Row({ line, isOpen, isActive, onFocus, filter, search }: Props) {
  const { t, i18n } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const { psid, picture_url, last, unread, failed, assignee, waiting_since, paused } = line;
  const name = line.name ?? psid;
  return (
    <Anchor
      to="/pages/$pageId/conversations/$psid"
      params={{ pageId, psid }}
      search={{ ...(filter !== "all" && { filter }), ...(search && { search }) }}
      preload={false}
      className="inbox-row"
      data-psid={psid}
      data-unread={unread > 0 || undefined}
      aria-current={isOpen ? "page" : undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
    >
      <Avatar
        className="avatar"
        src={picture_url}
        name={line.name ?? undefined}
        color="indigo"
        imageProps={{ referrerPolicy: "no-referrer", loading: "lazy" }}
        aria-hidden
      >
        {line.name === null && <IconUser size={20} />}
      </Avatar>
      <span className="who">
        <span className="name">{name}</span>
        <time dateTime={line.last_at}>{ago(line.last_at, i18n.language)}</time>
      </span>
      <span className="words">
        <span className="last">
          {last.from !== "customer" && <span className="from">{t(`from.${last.from}`)}: </span>}
          {last.text || t(`kinds.${last.kind}`)}
        </span>
        <span className="marks">
          {failed > 0 && (
            <IconAlertTriangle
              size={16}
              role="img"
              aria-label={t("row.failed", { count: failed })}
              className="is-failed"
            />
          )}
          {paused && !waiting_since && (
            <IconPlayerPause size={16} role="img" aria-label={t("row.paused")} className="is-paused" />
          )}
          {waiting_since && (
            <Badge size="sm" color="orange" variant="light" className="waiting">
              {t("row.waiting")}
            </Badge>
          )}
          {assignee && (
            <span className="assignee" role="img" aria-label={t("row.assignee", { name: assignee.name })}>
              {initialsOf(assignee.name)}
            </span>
          )}
          {unread > 0 && (
            <Badge
              size="sm"
              circle={unread < 10}
              className="unread"
              role="img"
              aria-label={t("row.unread", { count: unread })}
            >
              {unread > 99 ? "99+" : unread}
            </Badge>
          )}
        </span>
      </span>
    </Anchor>
  );
}
