import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { Failure } from "../../ui/failure.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { ScreenFrame } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { broadcastQuery } from "../queries.ts";
import * as words from "../words.ts";
import { Editor } from "./editor.tsx";
import { Report } from "./report.tsx";

addWords("audience", words);

/** One broadcast: its editor while it is a draft, then its progress and its report. */
export function Screen() {
  const { t } = useTranslation("audience");
  const { broadcastId = "" } = useParams({ strict: false });
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const isNew = broadcastId === "new";
  const { data, error, refetch } = useQuery({ ...broadcastQuery(pageId, Number(broadcastId)), enabled: !isNew });
  const back = (
    <ButtonLink variant="default" to="/pages/$pageId/audience" params={{ pageId }}>
      {t("back")}
    </ButtonLink>
  );
  if (isNew)
    return (
      <ScreenFrame title={t("editor.new")} help={t("editor.help")} isForm actions={back}>
        <Editor key="new" />
      </ScreenFrame>
    );
  const isEdited = data?.state === "draft" && mayBuild;
  return (
    <ScreenFrame title={data?.name ?? t("tabs.broadcasts")} help={t("editor.help")} isForm={isEdited} actions={back}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      {data && (isEdited ? <Editor key={data.id} broadcast={data} /> : <Report broadcast={data} />)}
    </ScreenFrame>
  );
}
