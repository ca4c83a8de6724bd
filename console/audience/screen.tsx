import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { audienceSearch, audienceTabs } from "../frame/search-params.ts";
import { usePage } from "../frame/use-page.ts";
import { ScreenFrame } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import { NewRule, Rules } from "./automation/rules/list.tsx";
import { NewSequence, Sequences } from "./automation/sequences/list.tsx";
import { Broadcasts, NewBroadcast } from "./broadcast/list.tsx";
import { Segments } from "./segments.tsx";
import { SettingsForm } from "./settings.tsx";
import * as words from "./words.ts";

addWords("audience", words);

const parts = {
  broadcasts: { Panel: Broadcasts, Action: NewBroadcast },
  sequences: { Panel: Sequences, Action: NewSequence },
  rules: { Panel: Rules, Action: NewRule },
  segments: { Panel: Segments, Action: null },
  settings: { Panel: SettingsForm, Action: null },
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
  const { Panel, Action } = parts[tab];
  return (
    <ScreenFrame title={t("title")} help={t("help")} actions={Action && <Action />}>
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
