import type { Customer, Platform } from "../scenario.ts";
import { postSigned } from "./person.ts";
import type { Graph, Item, Person, Trouble } from "./stand-in.ts";

/** Messenger or Instagram as a platform of the shared scenarios. */
export function platformOn({ graph, pageId, settings }: { graph: Graph; pageId: string; settings: object }): Platform {
  return {
    pageId,
    settings,
    async connect(baseUrl) {
      graph.webhookUrl = `${baseUrl}/webhooks/${pageId}`;
      const { status } = await graph.verify();
      if (status !== 200) throw new Error(`The webhook address was not verified: ${status}.`);
    },
    customer: (number) => customerOf(graph, graph.person(`2400111222333${number}`)),
    failNext(trouble) {
      const troubles: Trouble[] = [trouble === "throttle" ? throttled : { reset: true }];
      graph.trouble = ({ path, body }) =>
        path.endsWith("/messages") && ("message" in body || "payload" in body) ? troubles.shift() : undefined;
    },
    written: graph.written,
    until: graph.until,
    takenAt: graph.takenAt,
    countRefused: () => graph.refused.length,
    countTyping: () => graph.calls.filter(({ body }) => body.sender_action === "typing_on").length,
  };
}

/** Meta counts in minutes; a fraction of a minute keeps tests short. */
const throttled: Trouble = {
  refuse: { code: 613, message: "Calls to this api have exceeded the rate limit." },
  headers: {
    "x-business-use-case-usage": JSON.stringify({
      "104": [{ type: "messenger", call_count: 100, estimated_time_to_regain_access: 0.02 }],
    }),
  },
};

function customerOf(graph: Graph, person: Person): Customer {
  const post = (items: Item[]) => postSigned(graph, items);
  return {
    psid: person.psid,
    say: person.say,
    press: person.press,
    follow: person.follow,
    react: person.react,
    comment: (text) => person.comment(text),
    sendPlace: () => {
      const payload = { coordinates: { lat: 10.7769, long: 106.7009 } };
      return person.send({ attachments: [{ type: "location", payload }] });
    },
    heard: person.heard,
    quoted: person.quoted,
    async sayInDisorder(...texts) {
      const at = graph.now();
      const [first, ...others] = texts.map((text, index) => ({ ...person.saying(text), timestamp: at + index }));
      if (!first) return;
      // One webhook has all but the first message, in reverse. Then all come again, one by one and together.
      const turned = others.toReversed();
      await postSigned(graph, turned);
      await postSigned(graph, [first]);
      await Promise.all([[first, ...others], ...turned.map((each) => [each]), [first], [...turned, first]].map(post));
    },
  };
}
