import "./offers.css";
import { Box, Group, Stack } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../frame/use-page.ts";
import { ProfileLine } from "../pages/profile-line.tsx";
import { confirm } from "../ui/confirm.ts";
import { ScreenFrame } from "../ui/screen.tsx";
import { OfferEditor } from "./offer-editor.tsx";
import { Preview } from "./preview.tsx";
import { useIceBreakers, useMainMenu } from "./use-offers.ts";

/** What customers can press before they write: ice breakers and the main menu, beside what they will see. */
export function Screen() {
  const { t } = useTranslation("offers");
  const mayBuild = useMay("build");
  const iceBreakers = useIceBreakers();
  const menu = useMainMenu();
  const isDirty = iceBreakers.isDirty || menu.isDirty;
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () => !(await confirm({ title: t("leave"), body: t("leave_text"), action: t("leave_yes") })),
  });
  return (
    <ScreenFrame title={t("title")} help={mayBuild ? t("help") : t("readOnly")} width={1180}>
      <Group align="flex-start" gap="xl" wrap="nowrap" className="offers">
        <Stack flex={1} miw={0} gap="xl">
          <ProfileLine />
          <OfferEditor kind="ice" offers={iceBreakers} />
          <OfferEditor kind="menu" offers={menu} />
        </Stack>
        <Box className="offers-preview">
          <Preview iceBreakers={iceBreakers.list} menu={menu.list} />
        </Box>
      </Group>
    </ScreenFrame>
  );
}
