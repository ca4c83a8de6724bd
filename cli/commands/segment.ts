import { channels } from "@banter/server/channels/index.ts";
import { countSegment } from "@banter/server/domain/audience/members.ts";
import { explainSegment } from "@banter/server/domain/audience/segments.ts";
import { listSegments } from "@banter/server/store/audience/segments.ts";
import { type Command, languageOf, named, pageOf, print } from "../command.ts";

const options = { page: { type: "string" }, json: { type: "boolean" } } as const;

const list: Command = {
  usage: "segment list --page <page_id> [--json]",
  summary: "Lists the page's segments.",
  options,
  words: [0, 0],

  async run({ db }, given) {
    const { id: pageId } = await pageOf({ db }, given);
    const segments = await listSegments(db, pageId);
    print(
      given,
      { segments },
      segments.map(({ id, name }) => `${id}  ${name}`),
    );
  },
};

const count: Command = {
  usage: "segment count <segment> --page <page_id> [--json]",
  summary: "Counts the customers who are in a segment now. It is named by its id or name.",
  options,
  words: [1, 1],

  async run({ db }, given) {
    const { id: pageId } = await pageOf({ db }, given);
    const { condition } = named("segment", await listSegments(db, pageId), given.words[0]);
    const { count, isExact } = await countSegment({ db, channels }, pageId, condition);
    print(given, { count, is_exact: isExact });
  },
};

const why: Command = {
  usage: "segment why <segment> <psid> --page <page_id> [--language en|vi] [--json]",
  summary: "Tells if a customer is in a segment, and why.",
  options: { ...options, language: { type: "string", default: "en" } },
  words: [2, 2],

  async run({ db }, given) {
    const language = languageOf(given);
    const { id: pageId } = await pageOf({ db }, given);
    const [name, psid = ""] = given.words;
    const segment = named("segment", await listSegments(db, pageId), name);
    const { isIn, because } = await explainSegment({ db, channels }, pageId, segment, { psid, language });
    print(given, { is_in: isIn, because }, [isIn ? "in" : "not in", ...because.map((reason) => `  ${reason}`)]);
  },
};

export const commands = { "segment list": list, "segment count": count, "segment why": why };
