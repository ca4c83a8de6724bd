import "./together.css";
import { Avatar, CloseButton, Tooltip } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder } from "../../context.ts";

const maxShown = 3;

/** Other people who have the flow open. */
export function OtherPeople() {
  const { t, i18n } = useTranslation("together");
  const { names } = useBuilder(({ together }) => together.others);
  if (names.length === 0) return null;
  const label = t("here", { names: new Intl.ListFormat(i18n.language).format(names) });
  return (
    <Tooltip label={label}>
      <Avatar.Group role="img" aria-label={label} spacing={6} className="other-people">
        {names.slice(0, maxShown).map((name) => (
          <Avatar key={name} name={name} size={26} />
        ))}
        {names.length > maxShown && <Avatar size={26}>+{names.length - maxShown}</Avatar>}
      </Avatar.Group>
    </Tooltip>
  );
}

/** Says that the same person has the flow open elsewhere, which is easily forgotten. */
export function OwnTabStrip() {
  const { t } = useTranslation("together");
  const hasOther = useBuilder(({ together }) => together.others.ownTabs > 0);
  const [isClosed, setClosed] = useState(false);
  return (
    <div role="status">
      {hasOther && !isClosed && (
        <p className="own-tab-strip">
          <IconCopy size={16} aria-hidden />
          <span>{t("ownTab")}</span>
          <CloseButton size="sm" aria-label={t("ui:close")} onClick={() => setClosed(true)} />
        </p>
      )}
    </div>
  );
}
