import { Box } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ButtonLink } from "../ui/links.tsx";

/** For unknown addresses. */
export function NotFound() {
  const { t } = useTranslation("ui");
  return (
    <Box p="xl" maw={720} mx="auto">
      <EmptyState
        icon={IconMapQuestion}
        title={t("notFound.title")}
        help={t("notFound.help")}
        action={<ButtonLink to="/">{t("notFound.action")}</ButtonLink>}
      />
    </Box>
  );
}

/** For screens that could not be loaded or drawn. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  return (
    <Box p="xl" maw={720} mx="auto">
      <Failure error={error} retry={reset} />
    </Box>
  );
}
