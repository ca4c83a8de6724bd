import { Button } from "@mantine/core";
import { IconBan } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { confirm } from "../../ui/confirm.tsx";
import { useCustomerChanged } from "./use-customer-changed.ts";

type Props = { psid: string; name: string; isBlocked: boolean };

/** Blocks the customer after a question, or unblocks them. */
export function BlockButton({ psid, name, isBlocked }: Props) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const onSettled = useCustomerChanged(psid);
  const params = { page_id: pageId, psid };
  const change = useMutation({
    mutationFn: () =>
      isBlocked
        ? api("POST /pages/:page_id/customers/:psid/unblock", { params })
        : api("POST /pages/:page_id/customers/:psid/block", { params }),
    onSettled,
  });
  const mayConverse = useMay("converse");
  if (!mayConverse) return null;
  const ask = async () => {
    const agreed =
      isBlocked ||
      (await confirm({
        title: t("beside.blockTitle", { name }),
        body: t("beside.blockBody"),
        action: t("beside.block"),
      }));
    if (agreed) change.mutate();
  };
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBan size={14} aria-hidden />}
        loading={change.isPending}
        onClick={() => void ask()}
      >
        {t(isBlocked ? "beside.unblock" : "beside.block")}
      </Button>
    </div>
  );
}
