import { Button, Drawer } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useHasModel } from "../../frame/help/model/use-has-model.ts";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { useMay, usePage } from "../../frame/use-page.ts";
import type { KeywordFields, KeywordInfo } from "../keyword.ts";

const Suggestions = lazyPart(async () => (await import("./suggestions.tsx")).Suggestions, { height: 160 });

type Needs = {
  keywords: readonly KeywordInfo[] | undefined;
  flows: readonly { id: number; name: string }[] | undefined;
  isEditing: boolean;
  /** Opens the form of a new keyword. */
  onAdd: () => void;
};

/** The button and the drawer of suggested keywords, and the one that is being added. */
export function useSuggesting({ keywords = [], flows = [], isEditing, onAdd }: Needs) {
  const { t } = useTranslation("keywords");
  const { t: ui } = useTranslation("ui");
  const { id: pageId } = usePage();
  const navigate = useNavigate();
  const { suggest } = useSearch({ strict: false });
  const hasModel = useHasModel();
  const mayBuild = useMay("build");
  const [isOpen, setOpen] = useState(suggest === true && mayBuild);
  const [suggested, setSuggested] = useState<KeywordFields>();
  const close = () => {
    setOpen(false);
    // A reload must not ask again: each time may cost.
    if (suggest) void navigate({ to: "/pages/$pageId/keywords", params: { pageId }, replace: true });
  };
  const button = mayBuild && hasModel && (
    <Button variant="default" leftSection={<IconSparkles size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {t("suggest")}
    </Button>
  );
  const drawer = (
    <Drawer
      opened={isOpen && !isEditing}
      onClose={close}
      position="right"
      size="lg"
      title={t("suggested")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      <Suggestions
        keywords={keywords}
        flowName={(id) => flows.find((flow) => flow.id === id)?.name ?? ""}
        onAdd={(fields) => {
          setSuggested(fields);
          onAdd();
        }}
      />
    </Drawer>
  );
  return { button, drawer, suggested, clear: () => setSuggested(undefined) };
}
