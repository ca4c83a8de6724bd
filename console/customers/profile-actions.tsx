import { Button } from "@mantine/core";
import { IconBan, IconDownload, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { usePersonName } from "../frame/use-person-name.ts";
import { confirm } from "../ui/confirm.tsx";
import { showToast } from "../ui/toast.tsx";
import { customersKey, type Profile } from "./queries.ts";

/** Block, download and erase, for those who may. */
export function ProfileActions({ customer }: { customer: Profile }) {
  const { t } = useTranslation("customers");
  const personName = usePersonName();
  const { id: page_id } = usePage();
  const { psid } = customer;
  const [mayConverse, mayBuild, mayOwn] = [useMay("converse"), useMay("build"), useMay("own")];
  const { block, unblock, erase } = useActions(page_id, psid);
  const askToBlock = async () => {
    const question = { title: t("profile.blockTitle"), body: t("profile.blockText"), action: t("profile.block") };
    if (await confirm(question)) block.mutate();
  };
  const askToErase = async () => {
    const question = { title: t("profile.eraseTitle"), body: t("profile.eraseText"), action: t("profile.erase") };
    if (await confirm({ ...question, typed: personName(customer) })) erase.mutate();
  };
  const url = `/api/v1/pages/${encodeURIComponent(page_id)}/customers/${encodeURIComponent(psid)}/data`;
  return (
    <>
      {mayBuild && (
        <Button
          component="a"
          variant="default"
          href={url}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("profile.data")}
        </Button>
      )}
      {mayConverse && (
        <Button
          variant="default"
          leftSection={<IconBan size={16} aria-hidden />}
          loading={block.isPending || unblock.isPending}
          onClick={() => (customer.is_blocked ? unblock.mutate() : void askToBlock())}
        >
          {customer.is_blocked ? t("profile.unblock") : t("profile.block")}
        </Button>
      )}
      {mayOwn && (
        <Button
          color="red"
          variant="light"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={erase.isPending}
          onClick={() => void askToErase()}
        >
          {t("profile.erase")}
        </Button>
      )}
    </>
  );
}

function useActions(page_id: string, psid: string) {
  const { t } = useTranslation("customers");
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { page_id, psid };
  const onSettled = () => client.invalidateQueries({ queryKey: customersKey(page_id) });
  return {
    block: useMutation({
      mutationFn: () => api("POST /pages/:page_id/customers/:psid/block", { params }),
      onSuccess: () => showToast({ message: t("profile.blocked") }),
      onSettled,
    }),
    unblock: useMutation({
      mutationFn: () => api("POST /pages/:page_id/customers/:psid/unblock", { params }),
      onSuccess: () => showToast({ message: t("profile.unblocked") }),
      onSettled,
    }),
    erase: useMutation({
      mutationFn: () => api("DELETE /pages/:page_id/customers/:psid", { params }),
      onSuccess: async () => {
        showToast({ message: t("profile.erased") });
        await navigate({ to: "/pages/$pageId/customers", params: { pageId: page_id } });
        for (const of of ["one", "timeline"]) client.removeQueries({ queryKey: [...customersKey(page_id), of, psid] });
        await client.invalidateQueries({ queryKey: [...customersKey(page_id), "list"] });
      },
    }),
  };
}
