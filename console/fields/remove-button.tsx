import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { confirm } from "../ui/confirm.tsx";
import { showToast } from "../ui/toast.tsx";

type Props = { of: "fields" | "tags"; name: string; remove: () => Promise<unknown>; queryKey: QueryKey };

/** Asks first, since the values of all customers are lost. */
export function RemoveButton({ of, name, remove, queryKey }: Props) {
  const { t } = useTranslation("fields");
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: () => showToast({ message: t(`${of}.deleted`, { name }) }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const ask = async () => {
    const question = { title: t(`${of}.ask`, { name }), body: t(`${of}.askText`), action: t(`${of}.askSubmit`) };
    if (await confirm(question)) removing.mutate();
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t(`${of}.delete`, { name })}
      loading={removing.isPending}
      onClick={() => void ask()}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}
