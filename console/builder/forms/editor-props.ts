import type { DraftStep, Path } from "../edit/draft.ts";
import type { Form } from "../steps/schema-form.ts";

/** The props of an editor that replaces the generated form of one setting. */
export type EditorProps = { form: Form; path: Path; value: unknown; step: DraftStep };
