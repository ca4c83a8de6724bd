import "./settings.css";
import { ownChannel } from "@banter/core/channels/index.ts";
import { Select, Tabs, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentType, Fragment } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { type SettingsTab, settingsGroups } from "../../frame/settings-tabs.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { ScreenFrame } from "../../ui/screen.tsx";
import { ApiTab } from "../tokens/api-tab.tsx";
import { ChannelTab } from "./channel-tab.tsx";
import { DataTab } from "./data-tab.tsx";
import { FileTab } from "./file-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { InboxTab } from "./inbox-tab.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";
import { SecretsTab } from "./secrets-tab.tsx";

const PrechatTab = lazyPart(async () => (await import("../prechat/prechat-tab.tsx")).PrechatTab, { height: 480 });
const LookTab = lazyPart(async () => (await import("../look/look-tab.tsx")).LookTab, { height: 480 });

const EventsTab = lazyPart(async () => (await import("../events/events-tab.tsx")).EventsTab, { height: 320 });
const HooksTab = lazyPart(async () => (await import("../hooks/hooks-tab.tsx")).HooksTab, { height: 320 });

const Health = lazyPart(async () => (await import("../health/tab.tsx")).HealthTab, { height: 320 });

const panels: Record<SettingsTab, ComponentType> = {
  general: GeneralTab,
  data: DataTab,
  look: LookTab,
  form: PrechatTab,
  inbox: InboxTab,
  notifications: NotificationsTab,
  channel: ChannelTab,
  health: Health,
  events: EventsTab,
  hooks: HooksTab,
  secrets: SecretsTab,
  api: ApiTab,
  file: FileTab,
};

/** These show the chat beside their form. */
const wideTabs: SettingsTab[] = ["look", "form"];

/** A page's settings, in groups by whom they are for. */
export function Screen() {
  const { t } = useTranslation("pages");
  const page = usePage();
  const mayOwn = useMay("own");
  const { tab = "general" } = useSearch({ from: "/app/pages/$pageId/settings" });
  const navigate = useNavigate();
  const isWide = useMediaQuery("(min-width: 62em)") ?? true;
  const isShown = (each: SettingsTab) =>
    each === tab || ((page.channel === ownChannel || !wideTabs.includes(each)) && (mayOwn || each !== "api"));
  const go = (chosen: string | null) =>
    void navigate({
      to: "/pages/$pageId/settings",
      params: { pageId: page.id },
      search: { tab: (chosen ?? "general") as SettingsTab },
      replace: true,
    });
  const groups = settingsGroups
    .map(({ name, tabs }) => ({ name, tabs: tabs.filter(isShown) }))
    .filter(({ tabs }) => tabs.length > 0);
  const Panel = panels[tab];
  const panel = <Panel key={page.id} />;
  const title = { title: t("settings.title"), help: t("settings.help", { name: page.name }) };
  if (!isWide)
    return (
      <ScreenFrame {...title}>
        <Select
          mb="lg"
          label={t("settings.section")}
          data={groups.map(({ name, tabs }) => ({
            group: t(`settings.groups.${name}`),
            items: tabs.map((each) => ({ value: each, label: t(`settings.${each}`) })),
          }))}
          value={tab}
          onChange={go}
          allowDeselect={false}
          maxDropdownHeight={480}
        />
        {panel}
      </ScreenFrame>
    );
  return (
    <ScreenFrame {...title}>
      <Tabs className="settings" orientation="vertical" variant="pills" value={tab} onChange={go} keepMounted={false}>
        <Tabs.List className="settings-list">
          {groups.map(({ name, tabs }) => (
            <Fragment key={name}>
              <Text role="presentation" size="xs" fw={600} c="dimmed" className="settings-group">
                {t(`settings.groups.${name}`)}
              </Text>
              {tabs.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {t(`settings.${each}`)}
                </Tabs.Tab>
              ))}
            </Fragment>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} maw={wideTabs.includes(tab) ? undefined : "var(--form-width)"}>
          {panel}
        </Tabs.Panel>
      </Tabs>
    </ScreenFrame>
  );
}
