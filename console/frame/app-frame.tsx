import "./navigation/navigation.css";
import { AppShell, Burger, Divider, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { useDisclosure, useElementSize } from "@mantine/hooks";
import { Outlet, useLocation } from "@tanstack/react-router";
import { type CSSProperties, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { NavigationLink } from "../ui/links.tsx";
import { Logo } from "../ui/logo.tsx";
import { Bell } from "./bell/bell.tsx";
import { ConversationsBadge } from "./conversations-badge.tsx";
import { HelpButton } from "./help/button.tsx";
import { AccountMenu } from "./navigation/account-menu.tsx";
import { FoldButton } from "./navigation/fold-button.tsx";
import { PageSwitcher } from "./navigation/page-switcher.tsx";
import { pageSections, workspaceSections } from "./navigation/sections.ts";
import { useFoldedNavigation } from "./navigation/use-folded-navigation.ts";
import { OfflineStrip } from "./offline-strip.tsx";
import { useShownPage } from "./use-shown-page.ts";
import { useMayInWorkspace, useMe, useWorkspace } from "./use-workspace.ts";

/** The frame of every screen that needs a login: navigation on the left, on narrow screens behind a button. */
export function AppFrame() {
  const { t } = useTranslation("ui");
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const strip = useElementSize();
  const [isFolded, toggleFold] = useFoldedNavigation();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the navigation
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: isFolded ? 64 : 248, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <SkipLink />
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
      <AppShell.Navbar aria-label={t("nav.label")} className="navigation" data-folded={isFolded || undefined}>
        <Navigation isFolded={isFolded} toggleFold={toggleFold} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} style={{ "--strip-height": `${strip.height}px` } as CSSProperties}>
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

/** For keyboards: the first key leads past the navigation. */
function SkipLink() {
  const { t } = useTranslation("ui");
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link within the page, as screen readers expect it
    <a
      className="skip-link"
      href="#content"
      onClick={(event) => {
        // The address stays as it is.
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
    >
      {t("nav.skip")}
    </a>
  );
}

type NavigationProps = { isFolded: boolean; toggleFold: () => void };

function Navigation({ isFolded, toggleFold }: NavigationProps) {
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
          <Group justify="space-between" visibleFrom="sm" className="nav-head">
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
                title={isFolded ? t(`nav.${name}`) : undefined}
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
        <Text size="xs" fw={600} c="dimmed" px="sm" py={4} truncate className="nav-heading">
          {workspaces.length > 1 ? workspace?.name : t("nav.workspace")}
        </Text>
        {workspaceLinks.map(({ to, name, icon: Icon }) => (
          <NavigationLink
            key={name}
            title={isFolded ? t(`nav.${name}`) : undefined}
            to={to}
            activeOptions={{ exact: true }}
            label={t(`nav.${name}`)}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
            {...linkProps}
          />
        ))}
      </AppShell.Section>
      <AppShell.Section p="sm">
        <Group justify="space-between" gap="xs" wrap="nowrap" className="nav-foot">
          <AccountMenu />
          <FoldButton isFolded={isFolded} toggleFold={toggleFold} />
        </Group>
      </AppShell.Section>
    </>
  );
}

/** The router marks the link of the current screen, and Mantine styles it. */
const linkProps = { activeProps: { "data-active": true, "aria-current": "page" as const }, className: "nav-link" };
