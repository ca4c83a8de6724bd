import { isMediaPath, MediaKind } from "@banter/core/model/media.ts";
import { CropButton } from "../../media/crop/crop-button.tsx";
import { FileField } from "../../media/file-field.tsx";
import { Thumbnail } from "../../media/thumbnail.tsx";
import { useBuilder } from "../context.ts";
import { findAt, type Path } from "../edit/draft.ts";
import { useInspected } from "../inspector/context.ts";
import { textOf } from "../steps/summary.ts";
import type { InputProps } from "./input-props.ts";
import { TemplateField } from "./template-field.tsx";

/** The address of a picture, video, sound or file: of another server, or of the page's own files. */
export function MediaInput(props: InputProps) {
  const { path, value, label, isReadOnly, onChange } = props;
  const kinds = useKinds(path);
  const ratio = useCardRatio(path);
  const url = textOf(value);
  const [kind = "file"] = kinds;
  const choose = ({ url: next }: { url: string }) => onChange(next);
  const chosen = isMediaPath(url) && (
    <span className="media-chosen">
      <Thumbnail kind={kind} url={url} />
    </span>
  );
  const field = <TemplateField {...props} placeholder="https://" />;
  if (isReadOnly) {
    return (
      <div>
        {field}
        {chosen}
      </div>
    );
  }
  const crop = isMediaPath(url) && ratio !== undefined && <CropButton url={url} ratio={ratio} onCropped={choose} />;
  return (
    <FileField
      field={label}
      kinds={kinds}
      onChoose={choose}
      beside={
        <>
          {chosen}
          {crop}
        </>
      }
    >
      {field}
    </FileField>
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

/** Width by height of a card's picture; undefined for pictures that are shown as they are. */
function useCardRatio(path: Path): number | undefined {
  const { stepId } = useInspected();
  const cards = path.lastIndexOf("elements");
  const shape = useBuilder(({ history }) =>
    findAt(history.present.steps[stepId], [...path.slice(0, Math.max(0, cards)), "image_aspect_ratio"]),
  );
  if (cards < 0 || path.at(-1) !== "image_url") return undefined;
  return shape === "square" ? 1 : 1.91;
}
