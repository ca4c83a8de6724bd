import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Broadcast } from "../queries.ts";

const colors: Record<Broadcast["state"], string> = {
  draft: "gray",
  scheduled: "blue",
  running: "blue",
  paused: "orange",
  done: "teal",
  stopped: "orange",
  failed: "red",
};

export function StateBadge({ state }: { state: Broadcast["state"] }) {
  const { t } = useTranslation("audience");
  return (
    <Badge variant="dot" color={colors[state]} tt="none">
      {t(`state.${state}`)}
    </Badge>
  );
}
