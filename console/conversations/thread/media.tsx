import { IconFile, IconMapPin, IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

type Kind = "image" | "video" | "audio" | "file" | "other";

/** A picture, video, sound or file. What cannot be loaded becomes a link. */
export function Media({ kind, url, name }: { kind: Kind; url: string | undefined; name?: string | undefined }) {
  const { t } = useTranslation("conversations");
  const [hasFailed, setHasFailed] = useState(false);
  const words = name || (url && fileNameOf(url)) || t(`kinds.${kind}`);
  if (!isSafeUrl(url)) {
    return (
      <div className="bubble-file">
        <IconPhotoOff size={20} aria-hidden /> {words}
      </div>
    );
  }
  if (hasFailed || kind === "file" || kind === "other") {
    return (
      <a className="bubble-file" href={url} target="_blank" rel="noreferrer noopener">
        <IconFile size={20} aria-hidden />
        <span>{words}</span>
      </a>
    );
  }
  const onError = () => setHasFailed(true);
  if (kind === "video")
    // biome-ignore lint/a11y/useMediaCaption: customers send no captions
    return <video className="bubble-media" src={url} controls preload="metadata" onError={onError} />;
  // biome-ignore lint/a11y/useMediaCaption: customers send no captions
  if (kind === "audio") return <audio className="bubble-audio" src={url} controls preload="none" onError={onError} />;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" className="bubble-picture">
      <img src={url} alt={t("bubble.picture", { name: words })} referrerPolicy="no-referrer" onError={onError} />
    </a>
  );
}

/** Addresses from customers may be anything; only these can be opened safely. */
export const isSafeUrl = (url: string | undefined): url is string => url !== undefined && /^(https?:|\/)/i.test(url);

type PlaceProps = {
  latitude?: number | undefined;
  longitude?: number | undefined;
  title?: string | undefined;
  address?: string | undefined;
};

/** A place on the map, with its name and address where the platform tells them. */
export function Place({ latitude, longitude, title, address }: PlaceProps) {
  const { t } = useTranslation("conversations");
  const words = (
    <>
      <IconMapPin size={20} aria-hidden />
      <span>
        {title || t(latitude === undefined ? "kinds.location" : "bubble.map")}
        {address && <small className="place-address">{address}</small>}
      </span>
    </>
  );
  if (latitude === undefined || longitude === undefined) return <div className="bubble-file">{words}</div>;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <a className="bubble-file" href={map} target="_blank" rel="noreferrer noopener">
      {words}
    </a>
  );
}

function fileNameOf(url: string): string {
  const name = url.split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
