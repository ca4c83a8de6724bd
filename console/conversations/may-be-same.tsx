import { Button } from "@mantine/core";
import { IconAddressBook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { joinsQuery } from "../customers/queries.ts";
import { usePage } from "../frame/use-page.ts";
import { usePersonName } from "../frame/use-person-name.ts";

type Props = { psid: string; onLook: () => void };

/** A line for a contact who may be this person, where the panel that asks for the decision is closed. */
export function MayBeSame({ psid, onLook }: Props) {
  const { t } = useTranslation("conversations");
  const personName = usePersonName();
  const { data } = useQuery(joinsQuery(usePage().id, psid));
  const [proposal] = data?.proposals ?? [];
  if (!proposal) return null;
  return (
    <div className="may-be-same">
      <IconAddressBook size={16} aria-hidden />
      <p>{t("mayBeSame.who", { name: personName(proposal.customer) })}</p>
      <Button size="compact-sm" variant="subtle" onClick={onLook}>
        {t("mayBeSame.look")}
      </Button>
    </div>
  );
}
