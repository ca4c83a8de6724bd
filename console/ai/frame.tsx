import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { type AiTab, aiSearch, aiTabs } from "../frame/search-params.ts";
import { usePage } from "../frame/use-page.ts";
import { ScreenFrame } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import { Evaluations } from "./evaluations/evaluations.tsx";
import { Knowledge } from "./knowledge/panel.tsx";
import { Models } from "./models/models.tsx";
import * as words from "./words.ts";

addWords("ai", words);

const panels: Record<AiTab, ComponentType> = { models: Models, knowledge: Knowledge, evaluations: Evaluations };

/** The page's models and knowledge. */
export function Screen() {
  const { t } = useTranslation("ai");
  const { id: pageId } = usePage();
  const { tab = aiTabs[0] } = aiSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const open = (next: string | null) => {
    const known = aiTabs.find((name) => name === next);
    void navigate({
      to: "/pages/$pageId/ai",
      params: { pageId },
      search: known && known !== aiTabs[0] ? { tab: known } : {},
      replace: true,
    });
  };
  const Panel = panels[tab];
  return (
    <ScreenFrame title={t("title")} help={t("help")}>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md">
          {aiTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Panel />
        </Tabs.Panel>
      </Tabs>
    </ScreenFrame>
  );
}
