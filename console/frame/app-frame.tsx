import { AppShell, Box, Burger, Divider, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { useDisclosure, useElementSize } from "@mantine/hooks";
import { Outlet, useLocation } from "@tanstack/react-router";
import { type CSSProperties, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { NavigationLink } from "../ui/links.tsx";
import { Logo } from "../ui/logo.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Bell } from "./bell/bell.tsx";
import { ConversationsBadge } from "./conversations-badge.tsx";
import { HelpButton } from "./help/button.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { PageSwitcher } from "./page-switcher.tsx";
import { pageSections, workspaceSections } from "./sections.ts";
import { useShownPage } from "./use-shown-page.ts";
import { useMayInWorkspace, useMe, useWorkspace } from "./use-workspace.ts";

/** The frame of every screen that needs a login: navigation on the left, on narrow screens behind a button. */
export function AppFrame() {
  const { t } = useTranslation("ui");
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const strip = useElementSize();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the navigation
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" gap="sm">
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={t("nav.toggle")} aria-expanded={isOpen} />
          <Logo />
          <Group ml="auto" gap="xs">
            <Help />
            <Bell />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t("nav.label")}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main style={{ "--strip-height": `${strip.height}px` } as CSSProperties}>
        <div ref={strip.ref}>
          <OfflineStrip />
        </div>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function Help() {
  const { pathname, search } = useLocation();
  return <HelpButton pathname={pathname} tab={search.tab} />;
}

function Navigation() {
  const { t } = useTranslation("ui");
  const pageId = useShownPage();
  const { workspaces } = useMe();
  const workspace = useWorkspace();
  const mayLead = useMayInWorkspace("lead");
  const workspaceLinks = workspaceSections.filter((section) => !("permission" in section) || mayLead);
  return (
    <>
      <AppShell.Section p="md" pb="xs">
        <Stack gap="md">
          <Group justify="space-between" visibleFrom="sm">
            <Logo />
            <Group gap="xs">
              <Help />
              <Bell />
            </Group>
          </Group>
          <PageSwitcher />
        </Stack>
      </AppShell.Section>
      <AppShell.Section grow component={ScrollArea} px="xs" viewportProps={{ tabIndex: -1 }}>
        {pageId && (
          <>
            {pageSections.map(({ to, name, icon: Icon, ...section }) => (
              <NavigationLink
                key={name}
                to={to}
                params={{ pageId }}
                activeOptions={{ exact: "isExact" in section }}
                label={t(`nav.${name}`)}
                leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
                rightSection={name === "conversations" && <ConversationsBadge pageId={pageId} />}
                {...linkProps}
              />
            ))}
            <Divider my="sm" />
          </>
        )}
        <Text size="xs" fw={600} c="dimmed" px="sm" py={4} truncate>
          {workspaces.length > 1 ? workspace?.name : t("nav.workspace")}
        </Text>
        {workspaceLinks.map(({ to, name, icon: Icon }) => (
          <NavigationLink
            key={name}
            to={to}
            activeOptions={{ exact: true }}
            label={t(`nav.${name}`)}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
            {...linkProps}
          />
        ))}
      </AppShell.Section>
      <AppShell.Section p="sm">
        <AccountMenu />
      </AppShell.Section>
    </>
  );
}

/** The router marks the link of the current screen, and Mantine styles it. */
const linkProps = { activeProps: { "data-active": true, "aria-current": "page" as const }, className: "nav-link" };
