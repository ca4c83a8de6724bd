import type { ShownForm } from "@banter/core/api/prechat-form.ts";
import type { Look } from "@banter/core/model/content/look.ts";
import { Group, SegmentedControl, Text, Title, useComputedColorScheme } from "@mantine/core";
import { useElementSize, useViewportSize } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";

const devices = { desktop: { width: 1000, height: 780 }, phone: { width: 390, height: 780 } };
/** The height of everything above and below the frame. */
const heightAround = 270;
const minHeight = 420;
type Device = keyof typeof devices;
type Hours = "open" | "closed";

type PreviewProps = {
  look: Look;
  isValid: boolean;
  /** Shown instead of the conversation. */
  form?: ShownForm | null;
};

/** The real widget on a drawn site, in a frame. It is sent each look and form that is valid. */
export function Preview({ look, isValid, form = null }: PreviewProps) {
  const { t } = useTranslation("look");
  const page = usePage();
  const own = useComputedColorScheme("light");
  const [device, setDevice] = useState<Device>("desktop");
  const [chosen, setChosen] = useState<"light" | "dark">();
  const scheme = chosen ?? look.scheme ?? own;
  const [chosenHours, setHours] = useState<Hours>();
  // An owner who edits the words of closed hours wants to see them.
  const isEdited = (look.texts?.away ?? "") !== (page.look.texts?.away ?? "");
  const hours = chosenHours ?? (isEdited ? "closed" : "open");
  const frame = useSentLook({ look: hours === "closed" ? look : withoutAway(look), form, isValid, scheme });
  const { ref: box, width: available } = useElementSize();
  const { height: viewport } = useViewportSize();
  const { width, height } = devices[device];
  const scale = Math.min(1, (available || width) / width, Math.max(minHeight, viewport - heightAround) / height);
  return (
    <section className="look-preview" aria-label={t("preview.title")}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2}>{t("preview.title")}</Title>
        <Group gap="xs">
          {look.texts?.away && (
            <SegmentedControl
              size="xs"
              aria-label={t("preview.hours")}
              data={[
                { value: "open", label: t("preview.open") },
                { value: "closed", label: t("preview.closed") },
              ]}
              value={hours}
              onChange={(value) => setHours(value as Hours)}
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label={t("preview.device")}
            data={[
              { value: "desktop", label: t("preview.desktop") },
              { value: "phone", label: t("preview.phone") },
            ]}
            value={device}
            onChange={(value) => setDevice(value as Device)}
          />
          <SegmentedControl
            size="xs"
            aria-label={t("preview.scheme")}
            data={[
              { value: "light", label: t("brand.light") },
              { value: "dark", label: t("brand.dark") },
            ]}
            value={scheme}
            onChange={(value) => setChosen(value as "light" | "dark")}
          />
        </Group>
      </Group>
      <div ref={box} className="look-preview-box">
        <div className="look-preview-size" style={{ width: width * scale, height: height * scale }}>
          <iframe
            ref={frame}
            title={t("preview.frame")}
            src={`/chat/${page.id}/preview`}
            style={{ width, height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {t("preview.help")}
      </Text>
    </section>
  );
}

/** The chat shows these words while the page is closed, and only then. */
function withoutAway(look: Look): Look {
  const { away: _, ...texts } = look.texts ?? {};
  return { ...look, texts };
}

type Sent = { look: Look; form: ShownForm | null; isValid: boolean; scheme: "light" | "dark" };

/** Sends the look to the frame when it is ready, and after each change. */
function useSentLook({ look, form, isValid, scheme }: Sent) {
  const { i18n } = useTranslation();
  const page = usePage();
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = {
    look: {
      ...look,
      scheme,
      name: look.name ?? page.name,
      language: look.language ?? (i18n.language as NonNullable<Look["language"]>),
    },
    form,
  };
  const [valid, setValid] = useState(shown);
  const text = JSON.stringify(shown);
  if (isValid && JSON.stringify(valid) !== text) setValid(shown);

  useEffect(() => {
    const send = () =>
      frame.current?.contentWindow?.postMessage({ banter: 1, type: "look", ...valid }, window.location.origin);
    const onMessage = (event: MessageEvent) => {
      if (event.source === frame.current?.contentWindow && event.data?.type === "ready") send();
    };
    window.addEventListener("message", onMessage);
    send();
    return () => window.removeEventListener("message", onMessage);
  }, [valid]);
  return frame;
}
