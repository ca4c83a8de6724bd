import { Skeleton, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { usePageEvents } from "../live/use-page-events.ts";
import { homeQuery } from "../queries.ts";
import { Failure } from "../ui/failure.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import { FirstSteps } from "./first-steps.tsx";
import { Needs } from "./needs.tsx";
import { Today } from "./today.tsx";
import * as words from "./words.ts";

addWords("home", words);

/** The first screen of a page: what needs the owner now, and today's numbers. */
export function Screen() {
  const { t } = useTranslation("home");
  const { id: pageId, name } = usePage();
  const { data, error, refetch } = useQuery(homeQuery(pageId));
  const client = useQueryClient();
  usePageEvents(pageId, ({ type }) => {
    // While the first steps are shown, a conversation may be the first one.
    const ticks = type === "conversation" && data?.first_steps;
    if (ticks || type === "notification" || type === "page_changed" || type === "opened")
      void client.invalidateQueries(homeQuery(pageId));
  });
  return (
    <ScreenFrame title={t("title")} help={name}>
      <Stack gap="xl">
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton h={320} />}
        {data && (
          <>
            {data.first_steps && <FirstSteps steps={data.first_steps} />}
            <Needs needs={data.needs} />
            <Today today={data.today} yesterday={data.yesterday} />
          </>
        )}
      </Stack>
    </ScreenFrame>
  );
}
