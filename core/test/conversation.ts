import { type AudienceSettings, defaultAudience } from "../audience/settings.ts";
import { PageRule } from "../flow/audience/page-rule.ts";
import { parseSequence, type SequenceLeave } from "../flow/audience/sequence.ts";
import { type Customer, newCustomer } from "../flow/customer.ts";
import { type ParsedDocument, parseDocument } from "../flow/document/document.ts";
import { readEventTools } from "../flow/happenings/event-tools.ts";
import type { PageSetup, SequenceSetup } from "../flow/turn/page-setup.ts";
import { buildMatcher } from "../match/matcher.ts";
import type { FieldType } from "../model/custom-field.ts";
import { defaultInbox, type InboxSettings } from "../model/inbox-settings.ts";
import type { JsonObject } from "../model/json.ts";
import type { Keyword } from "../model/keyword.ts";
import { toolSettings } from "../model/tools/settings.ts";
import type { EventToolType } from "../model/tools/tool.ts";

/** A page for tests, as a case file describes it. */
export type PageCase = {
  /** Flows by id, or by id and version: "1", "1@2". The default version is 1. The first step is the start. */
  flows?: Record<string, Record<string, JsonObject>>;
  /** The published versions, null for none; by default the latest version of each flow. */
  published?: Record<string, number | null>;
  /** Flows that are switched off, by id. */
  off?: number[];
  /** Flows by their phrase, or whole keywords. */
  keywords?: Record<string, number | (Partial<Keyword> & { flowId: number })>;
  zone?: string;
  channel?: PageSetup["channel"];
  welcome?: number;
  default_reply?: number;
  default_reply_seconds?: number;
  inbox?: Partial<InboxSettings>;
  audience?: Partial<AudienceSettings>;
  tools?: Record<string, number | null>;
  /** Growth tools that wait for something, in the owner's order. Ids count from 1. */
  event_tools?: { type: EventToolType; flowId: number | null; settings?: JsonObject }[];
  /** Sequences by id. A version after the first is for new customers, or also for those inside if it `moves` them. */
  sequences?: Record<string, SequenceCase>;
  /** Rules that are switched on. Ids count from 1. */
  rules?: (Pick<PageRule, "when" | "do"> & Partial<PageRule>)[];
  tags?: Record<string, string>;
  /** Custom fields: types by name. Ids count from 1. */
  fields?: Record<string, FieldType>;
};

type SequenceCase = {
  off?: boolean;
  leave?: Partial<SequenceLeave>;
  /** `{ "say": "Hi" }` is short for content. */
  versions: { moves?: boolean; steps: JsonObject[] }[];
};

export function aPage(page: PageCase): PageSetup {
  const documents = new Map<string, ParsedDocument>();
  const flows = new Map<number, { name: string; version: number }>();
  for (const [key, steps] of Object.entries(page.flows ?? {})) {
    const [id = 0, version = 1] = key.split("@").map(Number);
    documents.set(`${id}@${version}`, aDocument(steps));
    flows.set(id, { name: `Flow ${id}`, version });
  }
  for (const [id, version] of Object.entries(page.published ?? {})) {
    if (version === null) flows.delete(Number(id));
    else flows.set(Number(id), { name: `Flow ${id}`, version });
  }
  const offFlows = new Map([...flows].filter(([id]) => page.off?.includes(id)));
  for (const id of offFlows.keys()) flows.delete(id);
  return {
    name: "Corner shop",
    zone: page.zone ?? "UTC",
    hours: null,
    channel: page.channel ?? "webchat",
    conversationLink: (psid) => `https://chat.example.com/${psid}`,
    welcomeFlowId: page.welcome ?? null,
    defaultReplyFlowId: page.default_reply ?? null,
    defaultReplySeconds: page.default_reply_seconds ?? 0,
    inbox: { ...defaultInbox, ...page.inbox },
    audience: { ...defaultAudience, ...page.audience },
    matcher: buildMatcher(
      Object.entries(page.keywords ?? {}).map(([words, given], index) => aKeyword(words, given, index)),
    ),
    flows,
    offFlows,
    tools: new Map(Object.entries(page.tools ?? {}).map(([ref, flowId]) => [ref, { name: ref, flowId }])),
    eventTools: readEventTools((page.event_tools ?? []).map(anEventTool)),
    tags: new Map(Object.entries(page.tags ?? {}).map(([id, name]) => [Number(id), name])),
    fields: new Map(Object.entries(page.fields ?? {}).map(([name, type], index) => [index + 1, { name, type }])),
    ...(page.sequences && {
      sequences: new Map(
        Object.entries(page.sequences).map(([id, each]) => [Number(id), aSequence(id, each, documents)]),
      ),
    }),
    ...(page.rules && { rules: page.rules.map(aRule) }),
    document: (flowId, version) => documents.get(`${flowId}@${version}`),
  };
}

const aRule = (rule: NonNullable<PageCase["rules"]>[number], index: number) => ({
  ...PageRule.parse({ if: null, often: { type: "every_time" }, ...rule }),
  id: index + 1,
  name: `Rule ${index + 1}`,
});

function aSequence(
  id: string,
  { off = false, leave, versions }: SequenceCase,
  documents: Map<string, ParsedDocument>,
): SequenceSetup {
  for (const [index, { steps }] of versions.entries())
    documents.set(
      `${id}@${index + 1}`,
      parseSequence(
        steps.map(({ say, ...step }) =>
          say === undefined ? step : { ...step, content: { messages: [{ type: "text", text: say }] } },
        ),
      ),
    );
  const movedTo = versions.findLastIndex(({ moves }) => moves) + 1;
  return {
    name: `Sequence ${id}`,
    isOn: !off,
    version: versions.length,
    movedTo: movedTo === 0 ? null : movedTo,
    leave: { on_reply: false, tag_ids: [], goals: [], ...leave },
  };
}

/** Parses steps, with two short forms: `{ "say": "Hi" }` and `{ "ask": "Your name?" }`. */
function aDocument(steps: Record<string, JsonObject>): ParsedDocument {
  const whole = Object.entries(steps).map(([name, { say, ask, ...step }]) => {
    const content = { messages: [{ type: "text", text: say ?? ask }] };
    if (say !== undefined) return [name, { type: "message", content, ...step }];
    return [name, ask === undefined ? step : { type: "ask", accept: "text", content, ...step }];
  });
  return parseDocument({ version: 1, start: Object.keys(steps)[0], steps: Object.fromEntries(whole) });
}

function aKeyword(words: string, given: number | (Partial<Keyword> & { flowId: number }), index: number): Keyword {
  const more = typeof given === "number" ? { flowId: given } : given;
  return {
    id: index + 1,
    name: words,
    match: "is",
    phrases: [words],
    require: "any",
    excludes: [],
    typos: false,
    hours: null,
    isActivated: true,
    ...more,
  };
}

function anEventTool(tool: NonNullable<PageCase["event_tools"]>[number], index: number) {
  const settings = toolSettings[tool.type].parse(tool.settings);
  return { ...tool, id: index + 1, name: `Tool ${index + 1}`, isPublished: true, settings };
}

export const ann: Customer = { ...newCustomer("web_1"), firstName: "Ann", lastName: "Lee", gender: "FEMALE" };
