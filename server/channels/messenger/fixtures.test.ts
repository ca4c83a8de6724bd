import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { testCases, testOutcomes } from "../../../core/test/cases.ts";
import { withNotes } from "../../test/notes.ts";
import { aRenderContext } from "../../test/render-context.ts";
import type { PageProfile } from "../channel.ts";
import { parse } from "./parse.ts";
import { callsFor } from "./profile.ts";
import { render } from "./render.ts";

const fixture = (name: string) => new URL(`./fixtures/${name}.json`, import.meta.url);

/** A message with its context from the runner. */
type Outbound = { message: OutgoingMessage; tag?: string; isReply?: boolean };

testCases(fixture("inbound"), (body) => parse(body, "104000000000001"));
testCases(fixture("comments"), (body) => parse(body, "104000000000001"));
testOutcomes(fixture("outbound"), (given) => {
  const { message, tag = null, isReply = true } = given as Outbound;
  return withNotes((note) => render(message, aRenderContext("24001112223334445", { messageTag: tag, isReply, note })));
});
testCases(fixture("profile"), (profile) => callsFor(profile as PageProfile));
