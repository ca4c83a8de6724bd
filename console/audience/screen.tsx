import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { audienceSearch, audienceTabs } from "../frame/search-params.ts";
import { usePage } from "../frame/use-page.ts";
import { ScreenFrame } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import { Rules } from "./automation/rules/list.tsx";
import { Sequences } from "./automation/sequences/list.tsx";
import { Broadcasts } from "./broadcast/list.tsx";
import { Segments } from "./segments.tsx";
import { SettingsForm } from "./settings.tsx";
import * as words from "./words.ts";

addWords("audience", words);

const panels = {
  broadcasts: Broadcasts,
  sequences: Sequences,
  rules: Rules,
  segments: Segments,
  settings: SettingsForm,
};

/** The page's audience: messages to many, one after the other or by themselves, who gets them, and when. */
export function Screen() {
  const { t } = useTranslation("audience");
  const { id: pageId } = usePage();
  const { tab = "broadcasts" } = audienceSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const open = (next: string | null) => {
    const known = audienceTabs.find((name) => name === next);
    void navigate({
      to: "/pages/$pageId/audience",
      params: { pageId },
      search: known && known !== "broadcasts" ? { tab: known } : {},
      replace: true,
    });
  };
  const Panel = panels[tab];
  return (
    <ScreenFrame title={t("title")} help={t("help")}>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md">
          {audienceTabs.map((name) => (
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
