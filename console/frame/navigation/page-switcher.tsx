import { Box, Button, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconLayoutGrid, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ChannelIcon } from "../../channels/channel-icon.tsx";
import { pagesQuery } from "../../queries.ts";
import { MenuLink } from "../../ui/links.tsx";
import { forgetPage } from "../last-page.ts";
import { useShownPage } from "../use-shown-page.ts";
import { useChosenWorkspace, useMe, useWorkspace, type Workspace } from "../use-workspace.ts";

/** Switches between pages and, if there are several, workspaces. */
export function PageSwitcher() {
  const workspace = useWorkspace();
  return workspace ? <Switcher workspace={workspace} /> : null;
}

function Switcher({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation("ui");
  const { workspaces } = useMe();
  const [, chooseWorkspace] = useChosenWorkspace();
  const pageId = useShownPage();
  const { data: pages = [] } = useQuery(pagesQuery(workspace.id));
  const navigate = useNavigate();
  const current = pages.find(({ id }) => id === pageId);
  const others = workspaces.filter(({ id }) => id !== workspace.id);
  // The server lets the owners of any workspace make another one.
  const mayCreate = workspaces.some(({ role }) => role === "owner");
  // Pages of one name are told apart by their ids.
  const isRepeated = (name: string) => pages.filter((page) => page.name === name).length > 1;
  const change = (id: number) => {
    chooseWorkspace(id);
    forgetPage();
    void navigate({ to: "/pages" });
  };
  return (
    <Menu width="target" position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          className="page-switcher"
          fullWidth
          justify="space-between"
          styles={{ label: { flex: 1 } }}
          leftSection={current ? <ChannelIcon channel={current.channel} /> : <IconLayoutGrid size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={t("switcher.label", { name: current?.name ?? workspace.name })}
        >
          <Text component="span" truncate size="sm" fw={600} maw={130}>
            {current?.name ?? workspace.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" miw={216} style={{ overflowY: "auto" }}>
        <Menu.Label>{t("switcher.pages")}</Menu.Label>
        {pages.map(({ id, name, channel }) => (
          <MenuLink
            key={id}
            to="/pages/$pageId"
            params={{ pageId: id }}
            leftSection={<ChannelIcon channel={channel} />}
            aria-current={id === pageId ? "page" : undefined}
          >
            <Box component="span" style={{ overflowWrap: "anywhere" }}>
              {name}
            </Box>
            {isRepeated(name) && (
              <Text component="span" display="block" size="xs" c="dimmed">
                {id}
              </Text>
            )}
          </MenuLink>
        ))}
        <MenuLink to="/pages" leftSection={<IconLayoutGrid size={18} aria-hidden />}>
          {t("switcher.all")}
        </MenuLink>
        {(others.length > 0 || mayCreate) && <Menu.Label>{t("switcher.workspaces")}</Menu.Label>}
        {others.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => change(id)}>
            {name}
          </Menu.Item>
        ))}
        {mayCreate && (
          <MenuLink to="/settings/new-workspace" leftSection={<IconPlus size={18} aria-hidden />}>
            {t("switcher.newWorkspace")}
          </MenuLink>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
