import "./inbox.css";
import "./thread.css";
import "./bubbles.css";
import "./composer.css";
import { useDocumentTitle } from "@mantine/hooks";
import { IconMessages } from "@tabler/icons-react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import { usePage } from "../frame/use-page.ts";
import { addWords } from "../words.ts";
import { ConversationView } from "./conversation-view.tsx";
import { useKeys } from "./keys/use-keys.ts";
import { Inbox } from "./list/inbox.tsx";
import { neighbourOf } from "./list/neighbour.ts";
import { addressOf, viewOf } from "./list/view.ts";
import { StreamBanner } from "./stream-banner.tsx";
import * as words from "./words.ts";

addWords("conversations", words);

const KeysHelp = lazyPart(async () => (await import("./keys/help.tsx")).KeysHelp, { height: 0 });

/** The page's conversations: the list, and beside it the open one. On phones one of the two. */
export function Screen() {
  const { t } = useTranslation("conversations");
  const page = usePage();
  const { psid } = useParams({ strict: false });
  const view = viewOf(useSearch({ from: "/app/pages/$pageId/conversations" }));
  const order = useRef<readonly string[]>([]);
  const navigate = useNavigate();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useDocumentTitle(`${t("title")} · Banter`);

  const open = (next: string | undefined) => {
    const search = addressOf(view);
    void (next === undefined
      ? navigate({ to: "/pages/$pageId/conversations", params: { pageId: page.id }, search })
      : navigate({ to: "/pages/$pageId/conversations/$psid", params: { pageId: page.id, psid: next }, search }));
  };
  const step = (by: 1 | -1) => {
    const next = neighbourOf(order.current, psid, by);
    if (next !== undefined) open(next);
  };
  useKeys({ next: () => step(1), previous: () => step(-1), help: () => setIsHelpOpen(true) });
  return (
    <div className="conversations" data-open={psid !== undefined || undefined}>
      <h1 className="visually-hidden">{t("title")}</h1>
      <StreamBanner pageId={page.id} />
      <div className="conversations-middle">
        <Inbox psid={psid} view={view} order={order} />
        {psid === undefined ? (
          <div className="nothing-open">
            <IconMessages size={40} stroke={1.3} aria-hidden />
            <p>{t("nothingOpen")}</p>
            <p className="is-quiet">{t("keys.hint")}</p>
          </div>
        ) : (
          <ConversationView
            key={`${page.id} ${psid}`}
            psid={psid}
            onClose={() => open(undefined)}
            onSettled={() => open(neighbourOf(order.current, psid, 1) ?? neighbourOf(order.current, psid, -1))}
          />
        )}
      </div>
      {isHelpOpen && <KeysHelp onClose={() => setIsHelpOpen(false)} />}
    </div>
  );
}
