import { Alert, Button, Collapse, Group } from "@mantine/core";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../ui/toast.tsx";
import { useBuilder } from "../../context.ts";
import { Differences } from "../../panels/differences.tsx";
import { compare } from "../compare.ts";
import { useKeptDraft } from "./use-kept-draft.ts";

/** Offers edits back that were not saved before the flow was closed: after a crash, a reload, without a connection. */
export function KeptBanner({ editorId }: { editorId: string }) {
  const { t, i18n } = useTranslation("together");
  const now = useBuilder(({ history }) => history.present);
  const [isOpen, setOpen] = useState(false);
  const { offer, restore, discard } = useKeptDraft(editorId, () => showToast({ message: t("kept.restored") }));
  if (!offer) return null;
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" }).format(
    offer.kept.at,
  );
  return (
    <Alert
      role="alert"
      variant="light"
      styles={{ label: { color: "var(--mantine-color-text)" } }}
      icon={<IconDeviceFloppy size={18} />}
      title={t("kept.title", { when })}
      radius={0}
    >
      <Group gap="xs">
        <Button size="xs" onClick={restore}>
          {t("kept.restore")}
        </Button>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("see")}
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          {t("kept.discard")}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <div className="conflict-differences">
          <Differences comparison={compare(now, offer.draft)} before={now} after={offer.draft} />
        </div>
      </Collapse>
    </Alert>
  );
}
