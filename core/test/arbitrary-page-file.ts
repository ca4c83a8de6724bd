import fc, { type Arbitrary } from "fast-check";
import type { JsonObject } from "../model/json.ts";
import { Name } from "../model/names.ts";
import { WholePageFile } from "../page-file/schema.ts";
import { canonical } from "../page-file/write.ts";
import { arbitraryDocument, arbitraryDraft, type Known } from "./arbitrary-document.ts";
import { fieldName, plainName, treeName, visibleText } from "./arbitrary-text.ts";

/** The names a page file is made of. Two files made of the same names have much in common. */
export type Names = { tags: string[]; fields: string[]; folders: string[]; flows: string[]; titles: string[] };

export const arbitraryNames: Arbitrary<Names> = fc.record({
  tags: fc.uniqueArray(plainName(), { maxLength: 4 }),
  fields: fc.uniqueArray(fieldName(), { maxLength: 4 }),
  folders: fc.uniqueArray(treeName(), { minLength: 1, maxLength: 4 }).chain(arbitraryTree),
  flows: fc.uniqueArray(treeName(), { minLength: 1, maxLength: 4 }),
  titles: fc.uniqueArray(visibleText(), { minLength: 1, maxLength: 4 }),
});

/** A page file as `banter export` writes them: every section there, every name resolved. */
export function arbitraryPageFile(names: Names): Arbitrary<WholePageFile> {
  const known = fc
    .record({
      tags: fc.shuffledSubarray(names.tags),
      fields: fc.shuffledSubarray(names.fields),
      folders: fc.shuffledSubarray(names.folders).map(withParents),
    })
    .chain((some) => {
      const paths = names.flows.flatMap((flow) => [flow, ...some.folders.map((folder) => `${folder}/${flow}`)]);
      return fc.record({
        ...constants(some),
        flows: fc.shuffledSubarray(paths, { maxLength: Math.min(paths.length, 6) }),
      });
    });
  return known.chain((some) => sections(some, names)).map((file) => canonical(WholePageFile.parse(file)));
}

function sections(
  { tags, fields, folders, flows }: Known & { folders: string[] },
  { titles }: Names,
): Arbitrary<JsonObject> {
  const flow = fc.constantFrom(null, ...flows);
  const title = fc.constantFrom(...titles);
  const name = fc.constantFrom("Poster", "Từ khóa", ...titles.filter((each) => Name.safeParse(each).success));
  return fc.record({
    banter: fc.constant(1),
    page: pageSection(flow),
    chat: chatSection(fields),
    tags: fc.constant(tags),
    fields: fc.tuple(
      ...fields.map((field) =>
        fc.record(
          { name: fc.constant(field), type: fieldType, label: plainName() },
          { requiredKeys: ["name", "type"] },
        ),
      ),
    ),
    folders: fc.constant(folders),
    flows: fc.tuple(
      ...flows.map((path) => fileFlow(path, { tags, fields, flows: flows.filter((each) => each !== path) })),
    ),
    keywords: fc.array(keyword(name, flow), { maxLength: 5 }),
    ice_breakers: fc.array(fc.record({ title, flow }), { maxLength: 4 }),
    main_menu: fc.array(fc.oneof(fc.record({ title, flow }), fc.record({ title, url })), { maxLength: 4 }),
    tools: fc.uniqueArray(tool(name, flow), { maxLength: 4, selector: ({ ref }) => ref ?? Symbol("no ref") }),
  });
}

function pageSection(flow: Arbitrary<string | null>): Arbitrary<JsonObject> {
  return fc.record(
    {
      name: plainName(),
      timezone: fc.constantFrom("UTC", "Asia/Ho_Chi_Minh", "Australia/Lord_Howe"),
      greeting: visibleText(160),
      hours,
      origins: fc.constantFrom(["https://example.com"], ["http://localhost:3000", "https://a.example"]),
      welcome: flow,
      default_reply: flow,
      default_reply_seconds: fc.integer({ min: 1, max: 31_536_000 }),
      pause_minutes: fc.option(fc.integer({ min: 1, max: 43_200 })),
      hand_over_minutes: fc.integer({ min: 1, max: 43_200 }),
      hand_over_text: visibleText(2000),
      answer_minutes: fc.integer({ min: 1, max: 43_200 }),
      takes_files: fc.constant(false),
    },
    { requiredKeys: ["name", "timezone", "welcome", "default_reply"] },
  );
}

function chatSection(fields: string[]): Arbitrary<JsonObject> {
  return fc.record(
    {
      welcome_on_open: fc.boolean(),
      look: fc.record({
        color: fc.constantFrom("#7a1f2b", "#000000"),
        bubble: fc.record({ text: visibleText(160), delay_seconds: fc.integer({ min: 0, max: 600 }) }),
        css: fc.constantFrom({ "--radius": "4px" }, { "--surface": "#fffaf5", "--font": "Georgia, serif" }),
      }),
      prechat_form: prechatForm(fields),
    },
    { requiredKeys: ["welcome_on_open"] },
  );
}

function prechatForm(fields: string[]): Arbitrary<JsonObject> {
  const words = fc.record({ en: visibleText(30), vi: visibleText(30) }, { requiredKeys: ["en"] });
  const asked = (field: string) =>
    fc.record(
      { field: fc.constant(field), label: words, is_required: fc.boolean() },
      { requiredKeys: ["field", "is_required"] },
    );
  return fc.record(
    {
      title: words,
      fields: fc
        .shuffledSubarray(["user_full_name", "email", "phone", ...fields], { minLength: 1 })
        .chain((names) => fc.tuple(...names.map(asked))),
      consent: fc.record({ text: words, url, is_required: fc.boolean() }, { requiredKeys: ["text", "is_required"] }),
      may_skip: fc.boolean(),
    },
    { requiredKeys: ["fields", "may_skip"] },
  );
}

function fileFlow(path: string, known: Known): Arbitrary<JsonObject> {
  const [name, document, draft] = [fc.constant(path), arbitraryDocument(known), arbitraryDraft(known)];
  return fc.oneof(
    fc.record(
      { name, published: fc.constant(true), document, draft },
      { requiredKeys: ["name", "published", "document"] },
    ),
    fc.record({ name, published: fc.constant(false), document: draft }),
  );
}

function keyword(name: Arbitrary<string>, flow: Arbitrary<string | null>): Arbitrary<JsonObject> {
  const phrases = fc.array(visibleText(40), { maxLength: 3 });
  const rest = { require: fc.constantFrom("any", "all"), typos: fc.boolean(), hours, flow, is_activated: fc.boolean() };
  const options = { requiredKeys: ["name", "match", "phrases", "excludes", "flow", "is_activated"] as const };
  return fc.oneof(
    fc.record(
      {
        name,
        match: fc.constantFrom("is", "contains_word", "contains", "begins", "ends"),
        phrases,
        excludes: phrases,
        ...rest,
      },
      { requiredKeys: [...options.requiredKeys] },
    ),
    fc.record(
      {
        name,
        match: fc.constant("regex"),
        phrases: fc.constant(["^(hi|chào)\\s*\\d+$"]),
        excludes: fc.constant([]),
        ...rest,
      },
      { requiredKeys: [...options.requiredKeys] },
    ),
  );
}

function tool(name: Arbitrary<string>, flow: Arbitrary<string | null>) {
  const rest = { name, flow, is_published: fc.boolean() };
  const none = fc.constant(null);
  return fc.oneof(
    fc.record({
      type: fc.constantFrom("chat_ref_url", "social_ads_json", "qr_code", "chat_widget"),
      ref: fc.constantFrom(null, "poster", "a.b=c-d_e", "2026"),
      ...rest,
    }),
    fc.record({ type: fc.constantFrom("story_mention", "location", "follow"), ref: none, ...rest }),
    fc.record({ type: fc.constant("reaction"), ref: none, settings: fc.constantFrom({}, { emojis: ["❤"] }), ...rest }),
    fc.record({ type: fc.constant("comments"), ref: none, settings: commentSettings, ...rest }),
  );
}

const commentSettings = fc.record(
  {
    answers: fc.constantFrom([], ["We have written to you."]),
    hide: fc.boolean(),
    posts: fc.constantFrom("all", "ads", { ids: ["17_42"] }),
    words: fc.constantFrom([], ["price", "giá"]),
  },
  { requiredKeys: [] },
);

const url = fc.constantFrom("https://example.com", "http://shop.example.com/a?b={{psid}}#c");
const fieldType = fc.constantFrom("text", "number", "boolean", "date");
const hours = fc.array(
  fc.record({
    days: fc.constantFrom(["mon"], ["mon", "tue", "wed"], ["sun", "sat"]),
    from: fc.constantFrom("00:00", "08:30"),
    to: fc.constantFrom("17:00", "07:45", "23:59"),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Nested in all ways, with siblings and parents of one name, parents not always first. */
function arbitraryTree(names: string[]): Arbitrary<string[]> {
  const path = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  return fc.uniqueArray(path, { maxLength: 5 }).map(withParents);
}

function withParents(paths: string[]): string[] {
  const parents = paths.flatMap((path) => {
    const parts = path.split("/");
    return parts.map((_, index) => parts.slice(0, index).join("/"));
  });
  return [...new Set([...paths, ...parents])].filter((path) => path !== "");
}

function constants<Values extends JsonObject>(values: Values): { [Key in keyof Values]: Arbitrary<Values[Key]> } {
  const entries = Object.entries(values).map(([key, value]) => [key, fc.constant(value)]);
  return Object.fromEntries(entries);
}
