import "./inbox.css";
import "./thread.css";
import "./bubbles.css";
import "./composer.css";
import { useDocumentTitle } from "@mantine/hooks";
import { IconMessages } from "@tabler/icons-react";
import { useParams, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { addWords } from "../words.ts";
import { ConversationView } from "./conversation-view.tsx";
import { Inbox } from "./list/inbox.tsx";
import { StreamBanner } from "./stream-banner.tsx";
import * as words from "./words.ts";

addWords("conversations", words);

/** The page's conversations: the list, and beside it the open one. On phones one of the two. */
export function Screen() {
  const { t } = useTranslation("conversations");
  const page = usePage();
  const { psid } = useParams({ strict: false });
  const { filter = "all", search = "" } = useSearch({ from: "/app/pages/$pageId/conversations" });
  useDocumentTitle(`${t("title")} · Banter`);
  return (
    <div className="conversations" data-open={psid !== undefined || undefined}>
      <h1 className="visually-hidden">{t("title")}</h1>
      <StreamBanner pageId={page.id} />
      <div className="conversations-middle">
        <Inbox psid={psid} filter={filter} search={search} />
        {psid === undefined ? (
          <div className="nothing-open">
            <IconMessages size={40} stroke={1.3} aria-hidden />
            <p>{t("nothingOpen")}</p>
          </div>
        ) : (
          <ConversationView key={`${page.id} ${psid}`} psid={psid} filter={filter} search={search} />
        )}
      </div>
    </div>
  );
}
