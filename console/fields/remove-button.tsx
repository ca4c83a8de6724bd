import type { ReplyOf } from "@banter/sdk/manage.ts";
import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CatalogUses } from "../frame/uses/catalog-uses.tsx";
import { confirm } from "../ui/confirm.tsx";
import { showToast } from "../ui/toast.tsx";

type Props = {
  of: "fields" | "tags";
  name: string;
  uses: () => Promise<ReplyOf<"GET /pages/:page_id/tags/:tag_id/uses">>;
  remove: () => Promise<unknown>;
  queryKey: QueryKey;
};

/** Names every use and asks first, since the values of all customers are lost. */
export function RemoveButton({ of, name, uses, remove, queryKey }: Props) {
  const { t } = useTranslation("fields");
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: () => showToast({ message: t(`${of}.deleted`, { name }) }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const asking = useMutation({
    mutationFn: uses,
    onSuccess: async (found) => {
      const body = <CatalogUses text={t(`${of}.askText`)} uses={found} />;
      if (await confirm({ title: t(`${of}.ask`, { name }), body, action: t(`${of}.askSubmit`) })) removing.mutate();
    },
  });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t(`${of}.delete`, { name })}
      loading={removing.isPending}
      onClick={() => asking.mutate()}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}
