import "./ice-breakers-and-menu.css";
import { Box, Group, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ProfileLine } from "../frame/profile-line.tsx";
import { useLeaveGuard } from "../frame/use-leave-guard.ts";
import { useMay } from "../frame/use-page.ts";
import { ScreenFrame } from "../ui/screen.tsx";
import { ListEditor } from "./list-editor.tsx";
import { Preview } from "./preview.tsx";
import { useIceBreakers, useMainMenu } from "./use-item-list.ts";

/** Ice breakers and the main menu, beside a preview of the chat. */
export function Screen() {
  const { t } = useTranslation("iceBreakersAndMenu");
  const mayBuild = useMay("build");
  const iceBreakers = useIceBreakers();
  const menu = useMainMenu();
  useLeaveGuard(iceBreakers.isDirty || menu.isDirty);
  return (
    <ScreenFrame title={t("title")} help={mayBuild ? t("help") : t("readOnly")}>
      <Group align="flex-start" gap="xl" wrap="nowrap" className="ice-breakers-and-menu">
        <Stack flex={1} miw={0} gap="xl">
          <ProfileLine />
          <ListEditor kind="ice" list={iceBreakers} />
          <ListEditor kind="menu" list={menu} />
        </Stack>
        <Box className="chat-preview-side">
          <Preview iceBreakers={iceBreakers.items} menu={menu.items} />
        </Box>
      </Group>
    </ScreenFrame>
  );
}
