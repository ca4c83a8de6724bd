import { isMediaPath, MediaKind } from "@banter/core/model/media.ts";
import "./media.css";
import { ActionIcon, Anchor } from "@mantine/core";
import { IconPhotoPlus, IconRefresh, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fileName } from "../../channels/chat/file-name.ts";
import { ChooseButton } from "../../media/choose-button.tsx";
import type { Shape } from "../../media/crop/area.ts";
import { CropButton } from "../../media/crop/crop-button.tsx";
import { Thumbnail } from "../../media/thumbnail.tsx";
import { UploadRows } from "../../media/upload-rows.tsx";
import { useDroppedFile } from "../../media/use-dropped-file.ts";
import { useBuilder } from "../context.ts";
import { findAt, type Path } from "../edit/draft.ts";
import { useInspected } from "../inspector/context.ts";
import { FieldFault } from "../inspector/field-fault.tsx";
import { textOf } from "../steps/summary.ts";
import { emptied } from "./emptied.ts";
import type { InputProps } from "./input-props.ts";
import { TemplateField } from "./template-field.tsx";

/** A picture, video, sound or file: dropped or pasted in place, or chosen from the page's files. A link does, too. */
export function MediaInput(props: InputProps) {
  const { form, path, value, label, isReadOnly, onChange } = props;
  const { t } = useTranslation("media");
  const kinds = useKinds(path);
  const cardShape = useCardShape(path);
  const url = textOf(value);
  const [kind = "file"] = kinds;
  const [wantsLink, setWantsLink] = useState(false);
  const choose = ({ url: next }: { url: string }) => onChange(next);
  const { uploads, retry, dismiss, isOver, handlers } = useDroppedFile(kinds, choose);
  const isOwn = isMediaPath(url);
  const hasLink = !isOwn && (url !== "" || wantsLink);
  const shape = cardShape === undefined ? "" : cardShape === "square" ? " is-square" : " is-wide";
  const link = (
    <div className="media-link">
      <TemplateField {...props} label={t("linkOf", { field: label })} placeholder="https://" isBare={false} />
    </div>
  );
  if (isReadOnly) return isOwn ? <Shown kind={kind} url={url} shape={shape} /> : url && link;
  return (
    <div className={isOver ? "media-edit is-over" : "media-edit"} {...handlers}>
      {isOwn ? (
        <div className="media-frame">
          <Shown kind={kind} url={url} shape={shape} />
          <div className="media-tools">
            {kind === "image" && (
              <CropButton url={url} offered={cardShape ? [cardShape] : anyShape} onCropped={choose} />
            )}
            <ChooseButton field={label} kinds={kinds} onChoose={choose} className="media-tool">
              <IconRefresh size={16} aria-hidden />
            </ChooseButton>
            <ActionIcon
              className="media-tool"
              variant="default"
              aria-label={t("remove", { field: label })}
              title={t("remove", { field: label })}
              onClick={() => onChange(emptied("", form.isOptional))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        </div>
      ) : (
        !hasLink && (
          <ChooseButton field={label} kinds={kinds} onChoose={choose} className={`media-empty${shape}`}>
            <IconPhotoPlus size={24} stroke={1.5} aria-hidden />
            <span>{t("choose")}</span>
          </ChooseButton>
        )
      )}
      {hasLink && link}
      <UploadRows uploads={uploads} retry={retry} dismiss={dismiss} />
      {!hasLink && <FieldFault path={path} />}
      {!isOwn && (
        <div className="media-other">
          <span>{isOver ? t("drop") : t("orDrop")}</span>
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => {
              if (hasLink) onChange(emptied("", form.isOptional));
              setWantsLink(!hasLink);
            }}
          >
            {hasLink ? t("choose") : t("useLink")}
          </Anchor>
        </div>
      )}
    </div>
  );
}

/** A file of the page: a picture as it is, others by their sign and name. */
function Shown({ kind, url, shape }: { kind: MediaKind; url: string; shape: string }) {
  if (kind === "image") return <img className={`media-picture${shape}`} src={url} alt={fileName(url)} />;
  return (
    <div className="media-named">
      <Thumbnail kind={kind} url={url} />
      <span>{fileName(url)}</span>
    </div>
  );
}

const templateKinds: Record<string, MediaKind> = { IMAGE: "image", VIDEO: "video", DOCUMENT: "file" };

/** The kinds that fit, by what the address belongs to: a message, a card, the head of a template. */
function useKinds(path: Path): readonly MediaKind[] {
  const { stepId } = useInspected();
  const step = useBuilder(({ history }) => history.present.steps[stepId]);
  if (path.at(-1) === "image_url") return ["image"];
  const { type, format } = (findAt(step, path.slice(0, -1)) ?? {}) as { type?: unknown; format?: unknown };
  const kind = MediaKind.safeParse(templateKinds[textOf(format)] ?? type);
  // Any file may be sent as a file.
  return kind.success && kind.data !== "file" ? [kind.data] : MediaKind.options;
}

/** A picture that is shown as it is may have any shape. */
const anyShape = ["square", "portrait", "landscape"] as const;

/** The shape of a card's picture; undefined for pictures that are shown as they are. */
function useCardShape(path: Path): Shape | undefined {
  const { stepId } = useInspected();
  const cards = path.lastIndexOf("elements");
  const ratio = useBuilder(({ history }) =>
    findAt(history.present.steps[stepId], [...path.slice(0, Math.max(0, cards)), "image_aspect_ratio"]),
  );
  if (cards < 0 || path.at(-1) !== "image_url") return undefined;
  return ratio === "square" ? "square" : "landscape";
}
