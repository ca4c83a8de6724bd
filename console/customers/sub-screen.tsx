import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { ButtonLink } from "../ui/links.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import * as words from "./words.ts";

addWords("customers", words);

/** A screen that leads back to the list of customers. */
export function SubScreen({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  const { t } = useTranslation("customers");
  const { id: pageId } = usePage();
  const back = (
    <ButtonLink variant="default" to="/pages/$pageId/customers" params={{ pageId }}>
      {t("actions.back")}
    </ButtonLink>
  );
  return (
    <ScreenFrame title={title} help={help} actions={back}>
      {children}
    </ScreenFrame>
  );
}
