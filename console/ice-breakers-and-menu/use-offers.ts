import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api.ts";
import { usePage } from "../frame/use-page.ts";
import { pageQuery } from "../queries.ts";
import { areSame, iceBreakersOf, isFaulty, menuOf, type Offer, readIceBreakers, readMenu } from "./draft.ts";

/** A list of offers as it is saved and as it is being edited. */
export type Offers = {
  list: Offer[];
  isLoaded: boolean;
  error: unknown;
  retry: () => void;
  isDirty: boolean;
  isFaulty: boolean;
  isSaving: boolean;
  change: (list: Offer[]) => void;
  undo: () => void;
  save: () => Promise<boolean>;
};

export const useIceBreakers = (): Offers => useOffers("ice_breakers");
export const useMainMenu = (): Offers => useOffers("main_menu");

function useOffers(what: "ice_breakers" | "main_menu"): Offers {
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
  const [draft, setDraft] = useState<Offer[]>();
  const saved = query.data ?? [];
  const list = draft ?? saved;
  const isDirty = draft !== undefined && !areSame(draft, saved);

  const saving = useMutation({
    mutationFn: async (offers: Offer[]) =>
      isMenu
        ? readMenu((await api("PUT /pages/:page_id/main_menu", { params, body: { items: menuOf(offers) } })).items)
        : readIceBreakers(
            (await api("PUT /pages/:page_id/ice_breakers", { params, body: { ice_breakers: iceBreakersOf(offers) } }))
              .ice_breakers,
          ),
    onSuccess: (offers) => {
      client.setQueryData(queryKey, offers);
      setDraft(undefined);
      // It has to be brought to the platform now, which the page tells.
      void client.invalidateQueries(pageQuery(page_id));
    },
  });
  return {
    list,
    isLoaded: query.data !== undefined,
    error: query.error,
    retry: () => void query.refetch(),
    isDirty,
    isFaulty: list.some(isFaulty),
    isSaving: saving.isPending,
    change: setDraft,
    undo: () => setDraft(undefined),
    save: () =>
      saving.mutateAsync(list).then(
        () => true,
        () => false,
      ),
  };
}
