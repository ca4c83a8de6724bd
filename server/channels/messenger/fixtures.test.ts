import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { testCases } from "../../../core/test/cases.ts";
import type { PageProfile } from "../channel.ts";
import { parse } from "./parse.ts";
import { callsFor } from "./profile.ts";
import { render } from "./render.ts";

const fixture = (name: string) => new URL(`./fixtures/${name}.json`, import.meta.url);

const context = {
  psid: "24001112223334445",
  messageId: 1042,
  payload: (place: number) => `b1042.${place}`,
  link: (place: number) => `https://banter.example/l/104000000000001.1042.${place}.signature`,
};

/** A message with what the runner knows of it. */
type Outbound = { message: OutgoingMessage; tag?: string; isReply?: boolean };

testCases(fixture("inbound"), (body) => parse(body, "104000000000001"));
testCases(fixture("outbound"), (given) => {
  const { message, tag = null, isReply = true } = given as Outbound;
  return render(message, { ...context, messageTag: tag, isReply });
});
testCases(fixture("profile"), (profile) => callsFor(profile as PageProfile));
