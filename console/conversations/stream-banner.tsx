import { IconCloudOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useStreamState } from "../live/use-page-events.ts";

/** Says that news do not arrive at present. What is missed comes when the connection is back. */
export function StreamBanner({ pageId }: { pageId: string }) {
  const { t } = useTranslation("conversations");
  const isAway = useStreamState(pageId) === "away";
  return (
    <div role="status">
      {isAway && (
        <p className="stream-banner">
          <IconCloudOff size={16} aria-hidden /> {t("away")}
        </p>
      )}
    </div>
  );
}
