import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { usePage } from "../frame/use-page.ts";
import { confirm } from "../ui/confirm.tsx";
import { errorText } from "../ui/error-text.ts";
import { showToast } from "../ui/toast.tsx";
import { libraryKey } from "./library-query.ts";
import type { Media } from "./upload.ts";

/** Deletes a file after a question that names the flows which show it. */
export function useDeleteMedia(): (media: Media) => Promise<void> {
  const { t } = useTranslation("media");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  return async ({ id, name }) => {
    const params = { page_id, media_id: id };
    try {
      const { flows, in_look } = await api("GET /pages/:page_id/media/:media_id/uses", { params });
      const names = flows.map((flow) => flow.name).join(", ");
      const inFlows = flows.length === 0 ? t("askUnused") : `${t("askUsed")} ${names}`;
      const body = in_look ? `${t("askLook")} ${inFlows}` : inFlows;
      if (!(await confirm({ title: t("ask", { name }), body, action: t("askSubmit") }))) return;
      await api("DELETE /pages/:page_id/media/:media_id", { params });
      showToast({ message: t("deleted", { name }) });
    } catch (error) {
      showToast({ kind: "failure", message: errorText(error) });
    }
    await client.invalidateQueries({ queryKey: libraryKey(page_id) });
  };
}
