import "./gallery.css";
import type { TemplateName } from "@banter/core/api/template-choice.ts";
import { isAllowed } from "@banter/core/model/role.ts";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { useWorkspace } from "../../frame/use-workspace.ts";
import { channelsQuery } from "../../queries.ts";
import { ScreenFrame } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { AddToPage } from "./add-to-page.tsx";
import { Cards } from "./cards.tsx";
import { NewPage } from "./new-page.tsx";
import { TemplateDialog } from "./template-dialog.tsx";
import * as words from "./words.ts";

addWords("gallery", words);

/** The gallery of the workspace: a template becomes a new page. */
export function Screen() {
  const { t } = useTranslation("gallery");
  const workspace = useWorkspace();
  const [name, setName] = useState<TemplateName>();
  const mayCreate = workspace !== undefined && isAllowed(workspace.role, "own");
  // Ready when a template is chosen, so that the dialog opens whole.
  useQuery({ ...channelsQuery, enabled: mayCreate });
  return (
    <ScreenFrame title={t("title")} help={mayCreate ? t("help") : undefined}>
      {!mayCreate && <Text>{t("ownersOnly")}</Text>}
      {mayCreate && <Cards onChoose={setName} />}
      {mayCreate && (
        <TemplateDialog name={name} onClose={() => setName(undefined)}>
          {(chosen) => <NewPage {...chosen} workspaceId={workspace.id} />}
        </TemplateDialog>
      )}
    </ScreenFrame>
  );
}

/** The gallery of a page: a template is added to what the page has. */
export function PageScreen() {
  const { t } = useTranslation("gallery");
  const { name: pageName } = usePage();
  const [name, setName] = useState<TemplateName>();
  const mayBuild = useMay("build");
  return (
    <ScreenFrame title={t("title")} help={mayBuild ? t("helpOnPage", { name: pageName }) : undefined}>
      {!mayBuild && <Text>{t("buildersOnly")}</Text>}
      {mayBuild && <Cards onChoose={setName} />}
      {mayBuild && (
        <TemplateDialog name={name} onClose={() => setName(undefined)}>
          {(chosen) => <AddToPage {...chosen} />}
        </TemplateDialog>
      )}
    </ScreenFrame>
  );
}
