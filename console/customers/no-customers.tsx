import { IconAddressBook } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ButtonLink } from "../ui/links.tsx";

/** In place of an empty list. */
export function NoCustomers({ isFiltered, mayBuild }: { isFiltered: boolean; mayBuild: boolean }) {
  const { t } = useTranslation("customers");
  const { id: pageId } = usePage();
  if (isFiltered) return <EmptyState icon={IconAddressBook} title={t("empty.none")} help={t("empty.noneHelp")} />;
  const action = mayBuild && (
    <ButtonLink to="/pages/$pageId/customers/import" params={{ pageId }}>
      {t("actions.import")}
    </ButtonLink>
  );
  return <EmptyState icon={IconAddressBook} title={t("empty.title")} help={t("empty.help")} action={action} />;
}
