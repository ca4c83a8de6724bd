import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMe } from "../../../frame/use-workspace.ts";
import { usePageEvents } from "../../../live/use-page-events.ts";
import { meQuery } from "../../../queries.ts";
import { useBuilder, useScene } from "../../context.ts";
import type { Save } from "./state.ts";

/** Brings in what others save, and saves here once the connection or the session is back. Returns the last saves. */
export function useFollowing(): readonly Save[] {
  const { builder, page, flowId } = useScene();
  const { saver } = builder;
  const { id: userId } = useMe().user;
  const client = useQueryClient();
  const { dataUpdatedAt } = useQuery(meQuery);
  const [saves, setSaves] = useState<Save[]>([]);
  usePageEvents(page.id, (event) => {
    if (event.type === "opened") void saver.flush().then(() => saver.catchUp());
    if (event.type !== "draft_saved" || event.flow_id !== flowId) return;
    const { revision, user } = event;
    setSaves((before) => [...before.slice(-10), { revision, name: user.name, isOwn: user.user_id === userId }]);
    void saver.catchUp(revision);
  });
  const isLoggedOut = useBuilder(({ saving }) => saving.type === "loggedOut");
  // The query of the user asks for a login if the session has ended.
  useEffect(() => {
    if (isLoggedOut) void client.refetchQueries(meQuery);
  }, [client, isLoggedOut]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer means that the session is good again
  useEffect(() => {
    if (saver.state.type === "loggedOut") void saver.flush();
  }, [saver, dataUpdatedAt]);
  return saves;
}
