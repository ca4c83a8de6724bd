import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { usePage } from "../frame/use-page.ts";
import { keywordsQuery } from "../queries.ts";
import { confirm } from "../ui/confirm.tsx";
import { showToast } from "../ui/toast.tsx";
import type { KeywordInfo } from "./keyword.ts";

/** Changes made in the list: shown at once, and taken back if the server refuses. */
export function useKeywordMutations() {
  const { t } = useTranslation("keywords");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const { queryKey } = keywordsQuery(page_id);
  const show = async (change: (keywords: KeywordInfo[]) => KeywordInfo[]) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (keywords) => keywords && change(keywords));
  };
  const onSettled = () => client.invalidateQueries({ queryKey });

  const activate = useMutation({
    mutationFn: ({ id, is_activated }: KeywordInfo) =>
      api("PATCH /pages/:page_id/keywords/:keyword_id", {
        params: { page_id, keyword_id: id },
        body: { is_activated },
      }),
    onMutate: (keyword) => show((keywords) => keywords.map((one) => (one.id === keyword.id ? keyword : one))),
    onSettled,
  });
  const order = useMutation({
    // In turn: a later order replaces the earlier one.
    scope: { id: `keywords ${page_id}` },
    mutationFn: (keywords: KeywordInfo[]) =>
      api("PUT /pages/:page_id/keywords/order", { params: { page_id }, body: { ids: keywords.map(({ id }) => id) } }),
    onMutate: (keywords) => show(() => keywords),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: KeywordInfo) =>
      api("DELETE /pages/:page_id/keywords/:keyword_id", { params: { page_id, keyword_id: id } }),
    onMutate: ({ id }) => show((keywords) => keywords.filter((one) => one.id !== id)),
    onSuccess: (_done, { name }) => showToast({ message: t("deleted", { name }) }),
    onSettled,
  });

  return {
    activate: (keyword: KeywordInfo, is_activated: boolean) => activate.mutate({ ...keyword, is_activated }),
    order: (keywords: KeywordInfo[]) => order.mutate(keywords),
    async remove(keyword: KeywordInfo): Promise<void> {
      const { name } = keyword;
      const question = { title: t("delete.title", { name }), body: t("delete.text"), action: t("delete.submit") };
      if (await confirm(question)) remove.mutate(keyword);
    },
  };
}

export type KeywordMutations = ReturnType<typeof useKeywordMutations>;
