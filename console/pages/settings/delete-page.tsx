import { Button, Paper } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { forgetPage } from "../../frame/last-page.ts";
import { usePage } from "../../frame/use-page.ts";
import { pagesQuery } from "../../queries.ts";
import { confirm } from "../../ui/confirm.tsx";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";

/** Deletes the page for good, after its name has been typed. */
export function DeletePage() {
  const { t } = useTranslation("pages");
  const page = usePage();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id", { params: { page_id: page.id }, body: { name: page.name } }),
    onSuccess: async () => {
      forgetPage();
      await navigate({ to: "/pages" });
      queryClient.removeQueries({ queryKey: ["page", page.id] });
      await queryClient.invalidateQueries(pagesQuery(page.workspace_id));
      showToast({ message: t("delete.done", { name: page.name }) });
    },
  });
  const ask = async () => {
    const agreed = await confirm({
      title: t("delete.title"),
      body: t("delete.body"),
      action: t("delete.action"),
      typed: page.name,
    });
    if (agreed) remove.mutate();
  };
  return (
    <Paper withBorder p="lg">
      <Section
        title={t("delete.title")}
        help={t("delete.help")}
        actions={
          <Button color="red" variant="outline" loading={remove.isPending} onClick={() => void ask()}>
            {t("delete.action")}
          </Button>
        }
      />
    </Paper>
  );
}
