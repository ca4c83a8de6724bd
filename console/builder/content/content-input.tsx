import type { InputProps } from "../inputs/input-props.ts";
import { ContentEditor } from "./content-editor.tsx";

/** The content of a step. */
export function ContentInput({ label, path, value }: InputProps) {
  return <ContentEditor label={label} path={path} value={value} />;
}
