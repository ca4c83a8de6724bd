import { ActionIcon, Menu } from "@mantine/core";
import { IconFileText, IconLanguage, IconMessage2Share, IconSparkles } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { helped } from "../../frame/help/model/refused.ts";
import { useHasModel } from "../../frame/help/model/use-has-model.ts";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { usePage } from "../../frame/use-page.ts";
import { showToast } from "../../ui/toast.tsx";

const SummaryDrawer = lazyPart(async () => (await import("./summary-drawer.tsx")).SummaryDrawer, { height: 0 });
const HelpFailure = lazyPart(async () => (await import("./help-failure.tsx")).HelpFailure, { height: 16 });

type Props = { psid: string; text: string; onText: (text: string) => void; canWrite: boolean };

/**
 * A model's help for the one who writes: words to edit, the words in the customer's language, the conversation in
 * short. It never sends anything.
 */
export function HelpMenu(props: Props) {
  return useHasModel() ? <Help {...props} /> : null;
}

function Help({ psid, text, onText, canWrite }: Props) {
  const { t } = useTranslation("conversations");
  const { id: page_id } = usePage();
  const [isSummed, setIsSummed] = useState(false);
  const params = { page_id, psid };
  const put = (words: string, done: string) => {
    onText(words);
    if (text.trim() !== "") showToast({ message: done, undo: () => onText(text) });
  };
  const suggest = useMutation({
    mutationFn: async () => helped(await api("POST /pages/:page_id/conversations/:psid/suggested_reply", { params })),
    onSuccess: ({ text: words }) => put(words, t("help.suggested")),
    meta: { showsFailure: true },
  });
  const translate = useMutation({
    mutationFn: async () =>
      helped(
        await api("POST /pages/:page_id/conversations/:psid/translation", {
          params,
          body: { text: text.trim(), language: null },
        }),
      ),
    onSuccess: ({ text: words }) => put(words, t("help.translated")),
    meta: { showsFailure: true },
  });
  const sources = suggest.data?.passages.map(({ source, heading }) => (heading ? `${source}: ${heading}` : source));
  const isPending = suggest.isPending || translate.isPending;
  const error = suggest.error ?? translate.error;
  const start = (mutation: typeof suggest | typeof translate) => {
    suggest.reset();
    translate.reset();
    mutation.mutate();
  };
  return (
    <>
      <Menu position="top-start" width={280} withinPortal>
        <Menu.Target>
          <ActionIcon size="lg" variant="subtle" color="violet" loading={isPending} aria-label={t("help.open")}>
            <IconSparkles size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconMessage2Share size={16} aria-hidden />}
            disabled={!canWrite}
            onClick={() => start(suggest)}
          >
            {t("help.suggest")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLanguage size={16} aria-hidden />}
            disabled={!canWrite || text.trim() === ""}
            onClick={() => start(translate)}
          >
            {t("help.translateMine")}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileText size={16} aria-hidden />} onClick={() => setIsSummed(true)}>
            {t("help.sumUp")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <div className="help-line" role="status">
        {error && <HelpFailure error={error} />}
        {sources && (
          <p>
            {sources.length > 0
              ? t("help.from", { sources: [...new Set(sources)].join("; ") })
              : t("help.fromConversation")}
          </p>
        )}
      </div>
      {isSummed && <SummaryDrawer psid={psid} onClose={() => setIsSummed(false)} />}
    </>
  );
}
