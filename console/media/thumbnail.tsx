import "./media.css";
import type { MediaKind } from "@banter/core/model/media.ts";
import { type Icon, IconFileText, IconMusic, IconPhoto, IconVideo } from "@tabler/icons-react";

const icons: Record<MediaKind, Icon> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  file: IconFileText,
};

/** A picture itself, or the sign of another kind of file. Only for files of our own store. */
export function Thumbnail({ kind, url }: { kind: MediaKind; url: string }) {
  const Sign = icons[kind];
  return (
    <span className={`media-thumbnail is-${kind}`}>
      {kind === "image" ? <img src={url} alt="" loading="lazy" /> : <Sign size={32} stroke={1.5} aria-hidden />}
    </span>
  );
}
