import { ActionIcon, Menu, Text } from "@mantine/core";
import { IconMessage2Bolt, IconSettings } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { usePage } from "../../frame/use-page.ts";
import { TextChips } from "../../frame/writing/text-chips.tsx";
import { savedRepliesQuery } from "../queries.ts";

const SavedRepliesDialog = lazyPart(async () => (await import("./saved-replies-dialog.tsx")).SavedRepliesDialog, {
  height: 0,
});

type Props = { onChoose: (text: string) => void; isDisabled: boolean };

/** The page's saved replies, and the dialog that changes them. */
export function SavedRepliesButton({ onChoose, isDisabled }: Props) {
  const { t } = useTranslation("conversations");
  const [isManaging, setIsManaging] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const { data = [] } = useQuery({ ...savedRepliesQuery(usePage().id), enabled: isOpen });
  return (
    <>
      <Menu position="top-start" width={280} withinPortal opened={isOpen} onChange={setIsOpen}>
        <Menu.Target>
          <ActionIcon size="lg" variant="subtle" color="gray" aria-label={t("saved.open")}>
            <IconMessage2Bolt size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah="50vh" style={{ overflowY: "auto" }}>
          {data.length === 0 && <Menu.Label>{t("saved.none")}</Menu.Label>}
          {data.map(({ id, name, text }) => (
            <Menu.Item key={id} disabled={isDisabled} onClick={() => onChoose(text)}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={1}>
                <TextChips text={text} />
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setIsManaging(true)}>
            {t("saved.manage")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isManaging && <SavedRepliesDialog onClose={() => setIsManaging(false)} />}
    </>
  );
}
