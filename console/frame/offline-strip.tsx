import { IconCloudOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

/** Says on every screen that the browser has no network. */
export function OfflineStrip() {
  const { t } = useTranslation("ui");
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-strip">
          <IconCloudOff size={16} aria-hidden /> {t("offline")}
        </p>
      )}
    </div>
  );
}

function watchNetwork(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}
