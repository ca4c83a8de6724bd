import "./flows.css";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { treeQuery } from "../queries.ts";
import { Failure } from "../ui/failure.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { Catalogue } from "./catalogue.tsx";
import { Trash } from "./trash.tsx";

/** A page's folders and flows, or its trash. */
export function Screen() {
  const { t } = useTranslation("flows");
  const { data, error, refetch } = useQuery(treeQuery(usePage().id));
  const { trash } = useSearch({ strict: false });
  if (trash) return <Trash />;
  if (data) return <Catalogue tree={data} />;
  return (
    <ScreenFrame title={t("title")} help={t("help")}>
      {error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton h={320} aria-busy />}
    </ScreenFrame>
  );
}
