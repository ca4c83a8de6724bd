import type { ReplyOf } from "@banter/sdk/manage.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { type FlowUse, usesKey } from "../../frame/uses/queries.ts";
import { useUseName } from "../../frame/uses/use-list.tsx";
import { pageQuery } from "../../queries.ts";
import { showToast } from "../../ui/toast.tsx";
import { useScene } from "../context.ts";

/** The flow that a page has for something that happens at most once. */
export type PageStart = "welcome" | "defaultReply";
/** The lists that are stored as a whole. */
export type OfferList = "iceBreaker" | "menuItem";

type PageChange = { welcome_flow_id?: number | null; default_reply_flow_id?: number | null };

/** Changes what starts the flow, by the routes of the screens that keywords, menu and tools have of their own. */
export function useTriggers() {
  const { t } = useTranslation("triggers");
  const { page, flowId } = useScene();
  const client = useQueryClient();
  const nameOf = useUseName();
  const calls = callsOf(page.id);
  /** Everything that the change may have touched is read again. */
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: usesKey(page.id) }),
      ...["keywords", "ice_breakers", "main_menu", "tools"].map((list) =>
        client.invalidateQueries({ queryKey: ["page", page.id, list] }),
      ),
      client.invalidateQueries(pageQuery(page.id)),
    ]);

  const start = useMutation({
    mutationFn: (what: PageStart) => calls.changePage(startOf(what, flowId)),
    onSuccess: (_done, what) => showToast({ message: t(`${what}.done`) }),
    onSettled: refresh,
  });
  const offer = useMutation({
    meta: { showsFailure: true },
    mutationFn: ({ list, title }: { list: OfferList; title: string }) =>
      calls.addOffer(list, { title, flow_id: flowId }),
    onSuccess: (_done, { list }) => showToast({ message: t(`${list}.done`) }),
    onSettled: refresh,
  });
  const undo = useMutation({ mutationFn: (back: () => Promise<unknown>) => back(), onSettled: refresh });
  const remove = useMutation({
    mutationFn: (use: FlowUse) => calls.remove(use),
    onSuccess: (back, use) =>
      showToast({ message: t("removed", { name: nameOf(use) }), undo: () => undo.mutate(back) }),
    onSettled: refresh,
  });
  return { start, offer, remove, refresh };
}

const startOf = (what: PageStart, flowId: number | null): PageChange =>
  what === "welcome" ? { welcome_flow_id: flowId } : { default_reply_flow_id: flowId };

type IceBreaker = ReplyOf<"GET /pages/:page_id/ice_breakers">["ice_breakers"][number];
type MenuItem = ReplyOf<"GET /pages/:page_id/main_menu">["items"][number];
type Added = { title: string; flow_id: number };

function callsOf(page_id: string) {
  const params = { page_id };
  const changePage = (body: PageChange) => api("PATCH /pages/:page_id", { params, body });
  const setKeyword = (keyword_id: number, flow_id: number | null) =>
    api("PATCH /pages/:page_id/keywords/:keyword_id", { params: { page_id, keyword_id }, body: { flow_id } });
  const setTool = (tool_id: number, flow_id: number | null) =>
    api("PATCH /pages/:page_id/tools/:tool_id", { params: { page_id, tool_id }, body: { flow_id } });

  /** Stores the list of ice breakers that `change` makes of the present one. */
  async function changeIceBreakers(change: (items: (IceBreaker | Added)[]) => (IceBreaker | Added)[]) {
    const { ice_breakers } = await api("GET /pages/:page_id/ice_breakers", { params });
    return api("PUT /pages/:page_id/ice_breakers", { params, body: { ice_breakers: change(ice_breakers) } });
  }

  async function changeMenu(change: (items: (MenuItem | Added)[]) => (MenuItem | Added)[]) {
    const { items } = await api("GET /pages/:page_id/main_menu", { params });
    return api("PUT /pages/:page_id/main_menu", { params, body: { items: change(items).map(menuBody) } });
  }

  /** Takes the use away. Returns a call that brings it back. */
  async function remove({ type, id, flow_id, name }: FlowUse): Promise<() => Promise<unknown>> {
    const added = { title: name, flow_id };
    switch (type) {
      case "welcome":
        await changePage({ welcome_flow_id: null });
        return () => changePage({ welcome_flow_id: flow_id });
      case "default_reply":
        await changePage({ default_reply_flow_id: null });
        return () => changePage({ default_reply_flow_id: flow_id });
      case "keyword":
        await setKeyword(id ?? 0, null);
        return () => setKeyword(id ?? 0, flow_id);
      case "tool":
        await setTool(id ?? 0, null);
        return () => setTool(id ?? 0, flow_id);
      case "ice_breaker": {
        const { ice_breakers } = await api("GET /pages/:page_id/ice_breakers", { params });
        const place = ice_breakers.findIndex((item) => item.id === id);
        await changeIceBreakers((items) => items.filter((item) => idOf(item) !== id));
        return () => changeIceBreakers((items) => items.toSpliced(Math.max(place, 0), 0, added));
      }
      case "menu_item": {
        const { items } = await api("GET /pages/:page_id/main_menu", { params });
        const place = items.findIndex((item) => item.id === id);
        await changeMenu((items) => items.filter((item) => idOf(item) !== id));
        return () => changeMenu((items) => items.toSpliced(Math.max(place, 0), 0, added));
      }
      case "sequence":
      case "rule":
      case "broadcast":
      case "flow":
      case "hook":
        throw new Error(
          "A step of another flow, an incoming hook, a sequence, a rule or a broadcast is changed there.",
        );
    }
  }

  return {
    changePage,
    remove,
    addOffer: (list: OfferList, added: Added): Promise<unknown> =>
      list === "iceBreaker"
        ? changeIceBreakers((items) => [...items, added])
        : changeMenu((items) => [...items, added]),
  };
}

const idOf = (item: { title: string; id?: number }) => item.id;

function menuBody(item: MenuItem | Added) {
  if (!("type" in item)) return { type: "flow" as const, ...item };
  const { id, title, type, flow_id, url, command } = item;
  return type === "flow" ? { id, title, type, flow_id, command } : { id, title, type, url: url ?? "" };
}
