import { ActionIcon, Indicator, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../loading/lazy-part.tsx";
import { unreadQuery } from "./queries.ts";

const List = lazyPart(async () => (await import("./list.tsx")).List, { height: 160 });

/** The number of new notifications of all pages; their list opens below it. */
export function Bell() {
  const { t } = useTranslation("ui");
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { data: unread = 0 } = useQuery(unreadQuery);
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => !open && close()}
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
    >
      <Indicator
        label={unread > 99 ? "99+" : unread}
        size={16}
        offset={4}
        disabled={unread === 0}
        color="red"
        styles={{ indicator: { fontSize: 11, lineHeight: 1 } }}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={toggle}
            aria-label={t("nav.bell", { count: unread })}
            aria-expanded={isOpen}
          >
            <IconBell size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0}>{isOpen && <List onChosen={close} />}</Popover.Dropdown>
    </Popover>
  );
}
