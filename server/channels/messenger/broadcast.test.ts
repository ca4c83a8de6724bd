import assert from "node:assert/strict";
import { test } from "node:test";
import { aBroadcastPage, saying } from "../../test/platforms/broadcasts.ts";
import { platformOn } from "../../test/platforms/graph/driver.ts";
import { startMessenger } from "../../test/platforms/messenger.ts";

test("the forecast equals what Messenger takes: within a day, by a tag later, and by the page's rules", async (t) => {
  const started = await startMessenger(t);
  const { graph } = started;
  const { person, silence, sendAsForecast, setRules, settled, heard } = await aBroadcastPage(
    t,
    "messenger",
    platformOn(started),
    {
      people: 7,
      setWroteAt: (psid, at) => void graph.people.set(psid, { ...graph.people.get(psid), wroteAt: at }),
    },
  );
  await person(6).say("STOP");
  await settled();
  await silence(25, 4, 5);
  await setRules({ weekly_cap: 2 });

  assert.deepEqual(await sendAsForecast({ variants: [saying("Sale")] }), {
    ...{ now: 4, byTemplate: 0, refused: { outside_window: 2, unsubscribed: 1 } },
  });
  assert.deepEqual(await sendAsForecast({ variants: [saying("Last days", "HUMAN_AGENT")] }), {
    ...{ now: 6, byTemplate: 0, refused: { unsubscribed: 1 } },
  });
  // Four people have had as much as the page allows in a week.
  assert.deepEqual(await sendAsForecast({ variants: [saying("Over soon", "HUMAN_AGENT")] }), {
    ...{ now: 2, byTemplate: 0, refused: { unsubscribed: 1, too_many: 4 } },
  });
  await setRules({ needs_opt_in: true });
  await person(7).say("START");
  await person(4).say("START");
  await settled();
  await silence(25, 4);
  assert.deepEqual(await sendAsForecast({ variants: [saying("For friends")] }), {
    ...{ now: 1, byTemplate: 0, refused: { unsubscribed: 1, not_subscribed: 4, outside_window: 1 } },
  });

  const words = ["Sale", "Last days", "Over soon", "For friends"];
  assert.deepEqual(words.map(heard), [4, 6, 2, 1]);
  assert.deepEqual(graph.refused, []);
  const tags = graph.sent.flatMap(({ request: { messaging_type, tag } }) => (tag ? [[messaging_type, tag]] : []));
  assert.deepEqual(tags, Array(8).fill(["MESSAGE_TAG", "HUMAN_AGENT"]));
});
