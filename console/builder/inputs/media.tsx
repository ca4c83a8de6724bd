import { isMediaPath, MediaKind } from "@banter/core/model/media.ts";
import { Group } from "@mantine/core";
import { ChooseButton } from "../../media/choose-button.tsx";
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
  const url = textOf(value);
  const [kind = "file"] = kinds;
  return (
    <div>
      <TemplateField {...props} placeholder="https://" />
      <Group gap="xs" mt={6}>
        {isMediaPath(url) && (
          <span className="media-chosen">
            <Thumbnail kind={kind} url={url} />
          </span>
        )}
        {!isReadOnly && <ChooseButton field={label} kinds={kinds} onChoose={(media) => onChange(media.url)} />}
      </Group>
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
