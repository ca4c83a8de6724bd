import { ownChannel } from "@banter/core/channels/index.ts";
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import type { SettingsTab } from "../../frame/settings-tabs.ts";
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

/** A page's settings, a tab each for itself, its channel, its secrets, its API token and its file. */
export function Screen() {
  const { t } = useTranslation("pages");
  const page = usePage();
  const mayOwn = useMay("own");
  const hasLook = page.channel === ownChannel;
  const { tab = "general" } = useSearch({ from: "/app/pages/$pageId/settings" });
  const navigate = useNavigate();
  const go = (chosen: string | null) =>
    void navigate({
      to: "/pages/$pageId/settings",
      params: { pageId: page.id },
      search: { tab: (chosen ?? "general") as SettingsTab },
      replace: true,
    });
  return (
    <ScreenFrame
      title={t("settings.title")}
      help={t("settings.help", { name: page.name })}
      width={tab === "look" || tab === "form" ? 1180 : 760}
    >
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="general">{t("settings.general")}</Tabs.Tab>
          {hasLook && <Tabs.Tab value="look">{t("settings.look")}</Tabs.Tab>}
          {hasLook && <Tabs.Tab value="form">{t("settings.form")}</Tabs.Tab>}
          <Tabs.Tab value="inbox">{t("settings.inbox")}</Tabs.Tab>
          <Tabs.Tab value="channel">{t("settings.channel")}</Tabs.Tab>
          <Tabs.Tab value="notifications">{t("settings.notifications")}</Tabs.Tab>
          <Tabs.Tab value="data">{t("settings.data")}</Tabs.Tab>
          <Tabs.Tab value="secrets">{t("settings.secrets")}</Tabs.Tab>
          {(mayOwn || tab === "api") && <Tabs.Tab value="api">{t("settings.api")}</Tabs.Tab>}
          <Tabs.Tab value="file">{t("settings.file")}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <GeneralTab key={page.id} />
        </Tabs.Panel>
        {hasLook && (
          <>
            <Tabs.Panel value="look">
              <LookTab key={page.id} />
            </Tabs.Panel>
            <Tabs.Panel value="form">
              <PrechatTab key={page.id} />
            </Tabs.Panel>
          </>
        )}
        <Tabs.Panel value="inbox">
          <InboxTab key={page.id} />
        </Tabs.Panel>
        <Tabs.Panel value="channel">
          <ChannelTab key={page.id} />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <NotificationsTab key={page.id} />
        </Tabs.Panel>
        <Tabs.Panel value="data">
          <DataTab key={page.id} />
        </Tabs.Panel>
        <Tabs.Panel value="secrets">
          <SecretsTab key={page.id} />
        </Tabs.Panel>
        <Tabs.Panel value="api">
          <ApiTab key={page.id} />
        </Tabs.Panel>
        <Tabs.Panel value="file">
          <FileTab key={page.id} />
        </Tabs.Panel>
      </Tabs>
    </ScreenFrame>
  );
}
