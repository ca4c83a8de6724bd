import { Refusal } from "@banter/sdk/manage.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { sendFile } from "../../media/upload.ts";
import { errorText } from "../../ui/error-text.ts";
import { showToast } from "../../ui/toast.tsx";
import { knowledgeKey, type Source } from "./queries.ts";

/** Uploads files one after the other; each is told of when it is read or refused. */
export function useUploads() {
  const { t } = useTranslation("knowledge");
  const { id: pageId } = usePage();
  const client = useQueryClient();
  const path = `/pages/${encodeURIComponent(pageId)}/knowledge/files`;
  const reasonOf = (error: unknown) =>
    t(`refused.${error instanceof Refusal ? error.code : ""}`, { defaultValue: errorText(error) });
  const uploads = useMutation({
    mutationFn: async (files: File[]) => {
      for (const file of files)
        try {
          const source = await sendFile<Source>(path, file, { type: file.type || "application/octet-stream" });
          showToast({ message: t("uploaded", { name: source.name, count: source.passages }) });
        } catch (error) {
          showToast({
            kind: "failure",
            message: t("notRead", { name: file.name, reason: reasonOf(error) }),
          });
        }
    },
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeKey(pageId) }),
  });
  return { upload: (files: File[]) => uploads.mutate(files), isPending: uploads.isPending };
}
