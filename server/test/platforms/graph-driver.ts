import type { Graph, Trouble } from "./graph.ts";
import { type Person, postSigned } from "./graph-person.ts";
import type { Customer, Platform } from "./scenario.ts";

/** Lets the stories that every platform must tell be told on Messenger and Instagram. */
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
    meet(trouble) {
      const troubles: Trouble[] = [trouble === "throttle" ? throttled : { reset: true }];
      graph.trouble = ({ path, body }) =>
        path.endsWith("/messages") && "message" in body ? troubles.shift() : undefined;
    },
    until: graph.until,
  };
}

/** Meta counts in minutes; a part of one keeps tests short. */
const throttled: Trouble = {
  refuse: { code: 613, message: "Calls to this api have exceeded the rate limit." },
  headers: {
    "x-business-use-case-usage": JSON.stringify({
      "104": [{ type: "messenger", call_count: 100, estimated_time_to_regain_access: 0.02 }],
    }),
  },
};

function customerOf(graph: Graph, person: Person): Customer {
  return {
    psid: person.psid,
    say: person.say,
    press: person.press,
    follow: person.follow,
    heard: person.heard,
    async sayRepeatedly(first, second) {
      const one = person.saying(first);
      const two = { ...person.saying(second), timestamp: Number(one.timestamp) + 1 };
      // One webhook holds both the wrong way round, and the same come again singly and together.
      await postSigned(graph, [two, one]);
      await Promise.all([
        postSigned(graph, [one, two]),
        postSigned(graph, [two]),
        postSigned(graph, [one]),
        postSigned(graph, [two, one]),
      ]);
    },
  };
}
