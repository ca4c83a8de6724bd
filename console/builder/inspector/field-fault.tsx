import { Input } from "@mantine/core";
import type { Path } from "../edit/draft.ts";
import { useFault } from "./context.ts";

/** The fault of a whole list, or of an input that does not show its own. */
export function FieldFault({ path }: { path: Path }) {
  const fault = useFault(path);
  return fault && <Input.Error>{fault}</Input.Error>;
}
