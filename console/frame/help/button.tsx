import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconHelp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../loading/lazy-part.tsx";

const Panel = lazyPart(async () => (await import("./panel.tsx")).default, { height: 0 });

type Props = {
  /** The address of the current screen, which decides what is shown first. */
  pathname: string;
  tab?: string | undefined;
};

/** Opens the help, at the article about the current screen. */
export function HelpButton({ pathname, tab }: Props) {
  const { t } = useTranslation("ui");
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" onClick={open} aria-label={t("nav.help")} aria-haspopup="dialog">
        <IconHelp size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      {isOpen && <Panel pathname={pathname} tab={tab} onClose={close} />}
    </>
  );
}
