import { webAddress } from "@banter/core/model/content/text-links.ts";
import { useState } from "preact/hooks";
import { newTab } from "./buttons.tsx";
import { fileName } from "./file-name.ts";
import { Icon } from "./icon.tsx";
import { useScreen } from "./screen.ts";

type MediaProps = { type: "image" | "video" | "audio" | "file"; url: string; alt?: string | undefined };

export function Media({ type, url, alt }: MediaProps) {
  const { words } = useScreen();
  const [isBroken, setBroken] = useState(false);
  const src = webAddress(url);
  const onError = () => setBroken(true);

  if (!src) return <p class="text muted">{words.notShown(words[type])}</p>;
  if (type === "file") return <FileLink url={src} label={fileName(src) || words.file} />;
  if (isBroken) return <FileLink url={src} label={words.notShown(words[type])} />;
  // `src` is set last, because the browser starts to load with the attributes that are set by then.
  if (type === "image") {
    return (
      <a class="picture" href={src} {...newTab}>
        <img alt={alt || words.image} loading="lazy" referrerPolicy="no-referrer" onError={onError} src={src} />
      </a>
    );
  }
  if (type === "video") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the interface has no captions
      <video
        class="video"
        aria-label={words.video}
        controls
        playsInline
        preload="metadata"
        onError={onError}
        src={src}
      />
    );
  }
  // biome-ignore lint/a11y/useMediaCaption: the interface has no captions
  return <audio class="audio" aria-label={words.audio} controls preload="metadata" onError={onError} src={src} />;
}

function FileLink({ url, label }: { url: string; label: string }) {
  const { words } = useScreen();
  return (
    <a class="file" href={url} {...newTab}>
      <span class="file-icon">
        <Icon name="file" />
      </span>
      <span class="file-name" dir="auto">
        {label}
      </span>
      <span class="unseen">({words.opensNewTab})</span>
    </a>
  );
}
