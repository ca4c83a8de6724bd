import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect } from "react";
import { api } from "../api.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { useThread } from "./thread/use-thread.ts";

/** Marks what is shown as read, while somebody sees it. */
export function useMarkRead(psid: string, unread: number): void {
  const { id: pageId } = usePage();
  const mayConverse = useMay("converse");
  const isSeen = useDocumentVisibility() === "visible";
  const through = useThread(pageId, psid).data?.messages.at(-1)?.id;
  useEffect(() => {
    if (!mayConverse || !isSeen || unread === 0 || through === undefined) return;
    // A call that fails is made again with the next message.
    api("PUT /pages/:page_id/conversations/:psid/read", {
      params: { page_id: pageId, psid },
      body: { through },
    }).catch(() => undefined);
  }, [pageId, psid, mayConverse, isSeen, unread, through]);
}
