import { SimpleGrid } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../frame/use-page.ts";
import { ScreenFrame } from "../ui/screen.tsx";
import { Fields } from "./fields.tsx";
import { Tags } from "./tags.tsx";

/** The page's tags and custom fields. */
export function Screen() {
  const { t } = useTranslation("fields");
  const mayBuild = useMay("build");
  return (
    <ScreenFrame title={t("title")} help={mayBuild ? t("help") : t("readOnly")}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
        <Tags />
        <Fields />
      </SimpleGrid>
    </ScreenFrame>
  );
}
