import { Box, Button, Menu, Text } from "@mantine/core";
import { IconApi, IconChevronUp, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { MenuLink } from "../../ui/links.tsx";
import { useMe } from "../use-workspace.ts";
import { LanguageChoice, SchemeChoice } from "./preferences.tsx";
import { useSignOut } from "./use-sign-out.ts";

/** The person's own menu: profile, language, colours, reference, version and logging out. */
export function AccountMenu() {
  const { t } = useTranslation("ui");
  const { user, version } = useMe();
  const signOut = useSignOut();
  return (
    // Inside the navigation, which is a landmark, and with no element but items in it. Its width is that of the open
    // navigation also when that is folded.
    <Menu width={224} position="top-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          fullWidth
          justify="space-between"
          px="xs"
          styles={{ label: { flex: 1 } }}
          leftSection={<IconUserCircle size={20} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronUp size={16} aria-hidden />}
          aria-label={t("account.label", { name: user.name })}
        >
          <Text component="span" truncate size="sm" fw={500} c="bright">
            {user.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="80vh" style={{ overflowY: "auto" }}>
        <Menu.Label style={{ overflowWrap: "anywhere" }}>{user.email}</Menu.Label>
        <MenuLink to="/settings/profile" leftSection={<IconUserCircle size={18} aria-hidden />}>
          {t("nav.profile")}
        </MenuLink>
        <Menu.Divider />
        <Menu.Label>{t("preferences.language")}</Menu.Label>
        <LanguageChoice />
        <Menu.Label>{t("preferences.colors")}</Menu.Label>
        <SchemeChoice />
        <Menu.Divider />
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          rel="noreferrer"
          leftSection={<IconApi size={18} aria-hidden />}
        >
          {t("account.docs")}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => signOut.mutate()}>
          {t("account.logOut")}
        </Menu.Item>
        <Box px="sm" py={4}>
          <Text size="xs" c="dimmed">
            {t("account.version", { version })}
          </Text>
        </Box>
      </Menu.Dropdown>
    </Menu>
  );
}
