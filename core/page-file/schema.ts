import { z } from "zod";
import { AudienceSettings } from "../audience/settings.ts";
import { EvaluationQuestion, maxEvaluations, maxQuestions } from "../flow/ai/evaluation.ts";
import { ModelForm, ModelLimits, maxModels } from "../flow/ai/model.ts";
import { NamedDocument } from "../flow/document/document.ts";
import { GoalName } from "../flow/happenings/goal.ts";
import { SecretName } from "../flow/secret-name.ts";
import { maxSources, SourceForm } from "../knowledge/source.ts";
import { checkPattern } from "../match/pattern.ts";
import { Look } from "../model/content/look.ts";
import { PrechatForm } from "../model/content/prechat-form.ts";
import { LinkUrl } from "../model/content/url.ts";
import { FieldType } from "../model/custom-field.ts";
import type { Fault } from "../model/error.ts";
import { KeywordMatch, Phrase } from "../model/keyword.ts";
import { isMediaPath } from "../model/media.ts";
import { CommandName, FieldName, maxFolderDepth, Name, TreeName } from "../model/names.ts";
import { StepId } from "../model/step-id.ts";
import { text } from "../model/text.ts";
import { Hours } from "../model/time/hours.ts";
import { Zone } from "../model/time/zone.ts";
import { toolSettings } from "../model/tools/settings.ts";
import { type EventToolType, Ref, RefToolType } from "../model/tools/tool.ts";

/** Folders and a name, separated by slashes: `Sales/Orders/Confirm`. */
const TreePath = z
  .string()
  .max(4000)
  .refine((path) => path.split("/").every((name) => TreeName.safeParse(name).success), {
    error: "must be plain names parted by slashes",
  });

const FlowRef = TreePath.nullable();

/** A browser origin, as browsers send it. */
const Origin = z
  .string()
  .max(255)
  .regex(/^https?:\/\/[a-z0-9.-]+(:[0-9]{1,5})?$/, "must be an origin such as https://example.com");

const PageSection = z.strictObject({
  name: Name,
  timezone: Zone,
  greeting: text(160).optional(),
  hours: Hours.optional(),
  origins: z.array(Origin).min(1).max(50).optional(),
  welcome: FlowRef,
  default_reply: FlowRef,
  default_reply_seconds: z.int().min(1).max(31_536_000).optional(),
  /** How long the bot is silent after a person has written; null: until it is given back. */
  pause_minutes: z.int().min(1).max(43_200).nullable().optional(),
  hand_over_minutes: z.int().min(1).max(43_200).optional(),
  hand_over_text: text(2000).optional(),
  /** How soon customers who wait for a person get an answer. */
  answer_minutes: z.int().min(1).max(43_200).optional(),
  /** Rules for broadcasts and the like. Only those that are not the usual ones are written. */
  audience: AudienceSettings.partial().optional(),
  /** Only the exception is written: visitors of the web chat may send files. */
  takes_files: z.literal(false).optional(),
});

/** The web chat: when it greets, its design, and the form before it. */
const ChatSection = z.strictObject({
  welcome_on_open: z.boolean(),
  look: Look.optional(),
  prechat_form: PrechatForm.optional(),
});

const FileField = z.strictObject({ name: FieldName, type: FieldType, label: Name.optional() });

const FileFlow = z.strictObject({
  name: TreePath,
  published: z.boolean(),
  /** Only the exception is written: the flow may start. */
  is_on: z.literal(false).optional(),
  document: NamedDocument,
  /** The draft, if it differs from the published document. */
  draft: NamedDocument.optional(),
});

const FileKeyword = z
  .strictObject({
    name: Name,
    match: KeywordMatch,
    phrases: z.array(Phrase).max(200),
    require: z.enum(["any", "all"]).optional(),
    excludes: z.array(Phrase).max(200).default([]),
    typos: z.boolean().optional(),
    hours: Hours.optional(),
    flow: FlowRef,
    is_activated: z.boolean(),
  })
  .superRefine(hasGoodPatterns);

/** Refuses patterns that cannot be compiled: they would never match, without a word to the owner. */
function hasGoodPatterns(
  { match, phrases }: { match: KeywordMatch; phrases: string[] },
  context: z.RefinementCtx,
): void {
  if (match !== "regex") return;
  for (const [index, pattern] of phrases.entries()) {
    const fault = checkPattern(pattern);
    if (fault) context.addIssue({ code: "custom", path: ["phrases", index], message: fault });
  }
}

const FileIceBreaker = z.strictObject({ title: text(80), flow: FlowRef });

const FileMenuItem = z.union([
  z.strictObject({ title: text(80), flow: FlowRef, command: CommandName.optional() }),
  z.strictObject({ title: text(80), url: LinkUrl }),
]);

const eventTool = <Type extends EventToolType>(type: Type) =>
  z.strictObject({
    type: z.literal(type),
    name: Name,
    ref: z.null().default(null),
    flow: FlowRef,
    is_published: z.boolean(),
    settings: toolSettings[type],
  });

export const FileTool = z.discriminatedUnion("type", [
  z.strictObject({ type: RefToolType, name: Name, ref: Ref.nullable(), flow: FlowRef, is_published: z.boolean() }),
  eventTool("comments"),
  eventTool("story_mention"),
  eventTool("story_reply"),
  eventTool("form"),
  eventTool("location"),
  eventTool("order"),
  eventTool("payment"),
  eventTool("reaction"),
  eventTool("follow"),
  eventTool("ad"),
]);

/** A saved condition on customers. Its rules name tags and flows by `tag` and `flow`; see the management API. */
const FileSegment = z.strictObject({
  name: Name,
  condition: z.strictObject({
    match: z.enum(["all", "any"]),
    rules: z
      .array(z.looseObject({ type: z.string() }))
      .min(1)
      .max(20),
  }),
});

/** Messages and flows with waits between them. Steps name a flow by `flow`; see the management API. */
const FileSequence = z.strictObject({
  name: Name,
  /** Only the exception is written: customers may enter. */
  is_on: z.literal(false).optional(),
  steps: z
    .array(z.looseObject({ id: z.string(), wait_seconds: z.number() }))
    .min(1)
    .max(50),
  leave: z.strictObject({
    on_reply: z.literal(true).optional(),
    tags: z.array(Name).max(20).optional(),
    goals: z.array(GoalName).max(20).optional(),
  }),
});

/** When something happens to a customer. Tags, flows, fields and sequences by name; see the management API. */
const FileRule = z.strictObject({
  name: Name,
  is_on: z.literal(false).optional(),
  when: z.looseObject({ type: z.string() }),
  if: z.looseObject({}).optional(),
  do: z.looseObject({}),
  often: z.looseObject({ type: z.string() }),
});

/**
 * Questions for an AI step of a flow; what is expected names a source of knowledge by `source_name`. Questions that were
 * made from conversations are left out: they hold words of customers.
 */
export const FileEvaluation = z.strictObject({
  name: Name,
  flow: FlowRef,
  step: StepId,
  blocks: z.boolean(),
  questions: z
    .array(EvaluationQuestion.extend({ expects: z.array(z.looseObject({ expect: z.string() })).max(20) }))
    .max(maxQuestions),
});

/** A stored file that flows show, by the address that stands in their documents. */
const FileMedia = z.strictObject({
  path: z.string().refine(isMediaPath, { error: "must be the address of a stored file" }),
  /** By this hash, a page that has the same file uses its own. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits"),
  name: text(150),
  /** The file itself, for a server that does not have it. */
  content: z.base64().optional(),
});

/**
 * A page's set-up by names. A section that is left out is not changed: a file with one flow has only the sections that
 * this flow needs.
 */
export const PageFile = z.strictObject({
  banter: z.literal(1),
  page: PageSection.optional(),
  chat: ChatSection.optional(),
  tags: z.array(Name).max(5000).optional(),
  fields: z.array(FileField).max(1000).optional(),
  folders: z.array(TreePath).max(5000).optional(),
  flows: z.array(FileFlow).max(10_000).optional(),
  keywords: z.array(FileKeyword).max(10_000).optional(),
  ice_breakers: z.array(FileIceBreaker).max(100).optional(),
  main_menu: z.array(FileMenuItem).max(100).optional(),
  tools: z.array(FileTool).max(1000).optional(),
  segments: z.array(FileSegment).max(500).optional(),
  sequences: z.array(FileSequence).max(200).optional(),
  rules: z.array(FileRule).max(200).optional(),
  /** Language models. `key` names a secret, which is not in the file. */
  models: z.array(ModelForm).max(maxModels).optional(),
  model_limits: ModelLimits.optional(),
  /** Texts, sites and flows that answers may come from. Files are left out: a page keeps only their passages. */
  knowledge: z.array(SourceForm).max(maxSources).optional(),
  evaluations: z.array(FileEvaluation).max(maxEvaluations).optional(),
  /** The names of the page's secrets. Their values are never in a file: the page that gets it must have its own. */
  secrets: z.array(SecretName).max(200).optional(),
  media: z.array(FileMedia).max(5000).optional(),
});
export type PageFile = z.output<typeof PageFile>;

/** A file with the settings of the page itself. */
export const WholePageFile = PageFile.required({ page: true });
export type WholePageFile = z.output<typeof WholePageFile>;

/** Faults of names that must be unique, and of folders that are nested too deep. */
export function faultsOfNames(file: PageFile): Fault[] {
  return [
    ...repeats("/tags", file.tags ?? []),
    ...repeats("/fields", file.fields?.map(({ name }) => name) ?? []),
    ...repeats("/folders", file.folders ?? []),
    ...tooDeep(file.folders ?? []),
    ...repeats("/flows", file.flows?.map(({ name }) => name) ?? []),
    ...repeats("/media", file.media?.map(({ path }) => path) ?? []),
    ...repeats("/main_menu", file.main_menu?.map((item) => ("command" in item ? (item.command ?? null) : null)) ?? []),
    ...repeats("/tools", file.tools?.map(({ ref }) => ref) ?? []),
    ...repeats("/segments", file.segments?.map(({ name }) => name) ?? []),
    ...repeats("/sequences", file.sequences?.map(({ name }) => name) ?? []),
    ...repeats("/rules", file.rules?.map(({ name }) => name) ?? []),
    ...repeats("/models", file.models?.map(({ name }) => name) ?? []),
    ...repeats("/knowledge", file.knowledge?.map(({ name }) => name) ?? []),
    ...repeats("/evaluations", file.evaluations?.map(({ name }) => name) ?? []),
  ];
}

function tooDeep(folders: string[]): Fault[] {
  return folders.flatMap((path, index) => {
    const isTooDeep = path.split("/").length > maxFolderDepth;
    return isTooDeep ? [{ path: `/folders/${index}`, message: `must be at most ${maxFolderDepth} folders deep` }] : [];
  });
}

function repeats(section: string, names: (string | null)[]): Fault[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    if (name === null) return [];
    const isRepeat = seen.has(name);
    seen.add(name);
    return isRepeat ? [{ path: `${section}/${index}`, message: "has a name that stands in the list before" }] : [];
  });
}
