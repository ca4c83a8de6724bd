import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api.ts";
import { usePage } from "../frame/use-page.ts";
import { pageQuery } from "../queries.ts";
import { areSame, type Item, iceBreakersOf, isFaulty, menuOf, readIceBreakers, readMenu } from "./draft.ts";

/** A list that is edited, and saved as a whole. */
export type ItemList = {
  items: Item[];
  isLoaded: boolean;
  error: unknown;
  retry: () => void;
  isDirty: boolean;
  isFaulty: boolean;
  isSaving: boolean;
  change: (items: Item[]) => void;
  undo: () => void;
  save: () => Promise<boolean>;
};

export const useIceBreakers = (): ItemList => useItemList("ice_breakers");
export const useMainMenu = (): ItemList => useItemList("main_menu");

function useItemList(what: "ice_breakers" | "main_menu"): ItemList {
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const queryKey = ["page", page_id, what];
  const params = { page_id };
  const isMenu = what === "main_menu";
  const query = useQuery({
    queryKey,
    queryFn: async () =>
      isMenu
        ? readMenu((await api("GET /pages/:page_id/main_menu", { params })).items)
        : readIceBreakers((await api("GET /pages/:page_id/ice_breakers", { params })).ice_breakers),
  });
  const [draft, setDraft] = useState<Item[]>();
  const saved = query.data ?? [];
  const items = draft ?? saved;
  const isDirty = draft !== undefined && !areSame(draft, saved);

  const saving = useMutation({
    mutationFn: async (changed: Item[]) =>
      isMenu
        ? readMenu((await api("PUT /pages/:page_id/main_menu", { params, body: { items: menuOf(changed) } })).items)
        : readIceBreakers(
            (await api("PUT /pages/:page_id/ice_breakers", { params, body: { ice_breakers: iceBreakersOf(changed) } }))
              .ice_breakers,
          ),
    onSuccess: (stored) => {
      client.setQueryData(queryKey, stored);
      setDraft(undefined);
      // The platform has to be updated now, and the page shows whether it is.
      void client.invalidateQueries(pageQuery(page_id));
    },
  });
  return {
    items,
    isLoaded: query.data !== undefined,
    error: query.error,
    retry: () => void query.refetch(),
    isDirty,
    isFaulty: items.some(isFaulty),
    isSaving: saving.isPending,
    change: setDraft,
    undo: () => setDraft(undefined),
    save: () =>
      saving.mutateAsync(items).then(
        () => true,
        () => false,
      ),
  };
}
