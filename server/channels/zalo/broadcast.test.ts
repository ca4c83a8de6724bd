import assert from "node:assert/strict";
import { test } from "node:test";
import { aBroadcastPage, saying } from "../../test/platforms/broadcasts.ts";
import { platformOf } from "../../test/platforms/zalo/page.ts";
import { startZalo } from "../../test/platforms/zalo/zalo.ts";

const dayHours = 24;

test("the forecast equals what Zalo takes: within seven days, and by the page's rules", async (t) => {
  const zalo = await startZalo(t);
  // It pays for messages from the third day on.
  zalo.hasCloudAccount = true;
  const { person, silence, sendAsForecast, setRules, settled, heard } = await aBroadcastPage(
    t,
    "zalo",
    platformOf(zalo),
    { people: 6, setWroteAt: (psid, at) => void zalo.lastActs.set(psid.replace("zl_", ""), at) },
  );
  await person(6).say("hủy đăng ký");
  await settled();
  await silence(8 * dayHours, 4, 5);
  await silence(6 * dayHours, 3);
  await setRules({ weekly_cap: 1 });

  assert.deepEqual(await sendAsForecast({ variants: [saying("Sale")] }), {
    ...{ now: 3, byTemplate: 0, refused: { outside_window: 2, unsubscribed: 1 } },
  });
  // Their window is open again, and they have had nothing this week.
  await person(4).say("hello");
  await settled();
  assert.deepEqual(await sendAsForecast({ variants: [saying("Last days")] }), {
    ...{ now: 1, byTemplate: 0, refused: { outside_window: 1, unsubscribed: 1, too_many: 3 } },
  });
  await setRules({ needs_opt_in: true });
  await person(1).say("đăng ký");
  await settled();
  assert.deepEqual(await sendAsForecast({ variants: [saying("For friends")] }), {
    ...{ now: 1, byTemplate: 0, refused: { unsubscribed: 1, not_subscribed: 4 } },
  });

  assert.deepEqual(["Sale", "Last days", "For friends"].map(heard), [3, 1, 1]);
  assert.deepEqual(zalo.refused, []);
});
