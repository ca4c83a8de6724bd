import "./look.css";
import { Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { showToast } from "../../ui/toast.tsx";
import { addWords } from "../../words.ts";
import { useStorePage } from "../use-store-page.ts";
import { BubbleSection, OpeningSection } from "./attention-sections.tsx";
import { BrandSection } from "./brand-section.tsx";
import { CssSection } from "./css-section.tsx";
import { LauncherSection } from "./launcher-section.tsx";
import { faultyFields, isSameLook, tidy } from "./look-draft.ts";
import { Preview } from "./preview.tsx";
import { SaveBar } from "./save-bar.tsx";
import { TextsSection } from "./texts-section.tsx";
import * as words from "./words.ts";

addWords("look", words);

/** The design of the chat page and the widget, beside a preview that changes as it is edited. */
export function LookTab() {
  const { t } = useTranslation("look");
  const page = usePage();
  const mayBuild = useMay("build");
  const store = useStorePage();
  const [draft, setDraft] = useState(page.look);
  const look = tidy(draft);
  const faults = faultyFields(draft);
  const isDirty = !isSameLook(draft, page.look);
  const save = useMutation({
    mutationFn: () => api("PATCH /pages/:page_id", { params: { page_id: page.id }, body: { look } }),
    onSuccess: (saved) => {
      store(saved);
      setDraft(saved.look);
      showToast({ message: t("ui:saved") });
    },
    meta: { showsFailure: true },
  });
  useLeaveGuard(isDirty);
  const section = {
    look: draft,
    faults,
    disabled: !mayBuild,
    change: (part: Partial<typeof draft>) => setDraft((look) => ({ ...look, ...part })),
  };
  return (
    <div className="look">
      <form
        className="look-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty && faults.size === 0) save.mutate();
        }}
      >
        <Stack gap="lg">
          {!mayBuild && <Text size="sm">{t("readOnly")}</Text>}
          <BrandSection {...section} />
          <LauncherSection {...section} />
          <BubbleSection {...section} />
          <OpeningSection {...section} />
          <TextsSection {...section} />
          <CssSection {...section} />
        </Stack>
        {mayBuild && (
          <SaveBar {...{ isDirty, save }} isFaulty={faults.size > 0} onDiscard={() => setDraft(page.look)} />
        )}
      </form>
      <Preview look={look} isValid={faults.size === 0} />
    </div>
  );
}
