import { IconLanguage } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { helped } from "../../frame/help/model/refused.ts";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { usePage } from "../../frame/use-page.ts";

const HelpFailure = lazyPart(async () => (await import("./help-failure.tsx")).HelpFailure, { height: 16 });

/** Shows a customer's words in the member's language, below them. */
export function useTranslateMessage(psid: string, text: string) {
  const { t, i18n } = useTranslation("conversations");
  const { id: page_id } = usePage();
  const translate = useMutation({
    mutationFn: async () =>
      helped(
        await api("POST /pages/:page_id/conversations/:psid/translation", {
          params: { page_id, psid },
          body: { text: text.slice(0, 5000), language: i18n.language },
        }),
      ),
    meta: { showsFailure: true },
  });
  const button = (
    <button
      type="button"
      aria-label={t("help.translate")}
      title={t("help.translate")}
      disabled={translate.isPending}
      onClick={() => translate.mutate()}
    >
      <IconLanguage size={16} aria-hidden />
    </button>
  );
  const result = (
    <div className="translation" role="status">
      {translate.isPending && "…"}
      {translate.error && <HelpFailure error={translate.error} />}
      {translate.data?.text}
    </div>
  );
  return { button, result, isShown: !translate.isIdle };
}
