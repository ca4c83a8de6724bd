import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { webchatPrefix } from "@banter/core/api/webchat.ts";
import {
  type WebchatLimit,
  type WebchatLimits,
  type WebchatRoute,
  webchatApi,
  webchatLimits,
} from "@banter/core/api/webchat-api.ts";
import Fastify from "fastify";
import { visit } from "../../domain/sending/visitors.ts";
import { liveHub } from "../../live/hub.ts";
import { testDeps } from "../../test/app.ts";
import { aPage, aPageFile } from "../../test/builders.ts";
import { mountWebchatApi } from "../mount-webchat.ts";
import { webchatHandlers } from "./webchat.ts";

const routes = Object.entries<WebchatRoute>(webchatApi);
const names = Object.keys(webchatLimits) as WebchatLimit[];

const bodies: Record<string, object> = {
  "POST /visits": {},
  "POST /messages": { text: "hello" },
  "POST /form": { skipped: true },
  "POST /receipts": { seen_through: 1 },
  "POST /typing": { is_typing: true },
};

const deps = await testDeps({ after });

/** Web chat's routes where one limit allows `burst` calls in all. Returns the status of a call. */
async function callsOf(t: TestContext, limit: WebchatLimit, { burst = 0, file = aPageFile() } = {}) {
  const { pageId } = await aPage(deps, file);
  const { token } = await visit(deps, pageId, { body: {}, token: undefined, beforeNew: () => undefined });
  const app = Fastify();
  t.after(() => app.close());
  const limits: WebchatLimits = { ...webchatLimits, [limit]: { node: { burst, perSecond: 1e-9 } } };
  mountWebchatApi(app, { ...deps, hub: liveHub() }, webchatApi, webchatHandlers, limits);

  return async (key: string, body = bodies[key]): Promise<number> => {
    const [method = "", path = ""] = key.split(" ");
    const { statusCode } = await app.inject({
      method: method as "GET" | "POST",
      url: webchatPrefix.replace(":page_id", pageId) + path,
      headers: key === "POST /visits" ? {} : { authorization: `Bearer ${token}`, "x-file-name": "a.png" },
      ...(body && { body }),
    });
    return statusCode;
  };
}

for (const name of names)
  test(`the limit ${name} is applied to the routes that name it, and to no other`, async (t) => {
    const call = await callsOf(t, name);
    const isLimited = ({ limit, handlerLimit }: WebchatRoute) => limit === name || handlerLimit === name;
    // A stream that is not refused does not end.
    const called = routes.filter(([, route]) => isLimited(route) || !route.isStream);

    for (const [key, route] of called) assert.equal((await call(key)) === 429, isLimited(route), key);
    assert.ok(called.some(([, route]) => isLimited(route)));
  });

test("a faulty call of anyone counts, one of a visitor does not", async (t) => {
  const visits = await callsOf(t, "visits", { burst: 1 });
  const writes = await callsOf(t, "writes", { burst: 1 });
  const faulty = { nonsense: true };

  assert.deepEqual([await visits("POST /visits", faulty), await visits("POST /visits")], [400, 429]);
  assert.deepEqual([await writes("POST /typing", faulty), await writes("POST /typing")], [400, 200]);
  assert.equal(await writes("POST /messages"), 429);
});

test("a file that is refused for want of the form does not count", async (t) => {
  const form = { fields: [{ field: "email", is_required: true }], may_skip: false };
  const call = await callsOf(t, "files", {
    file: { ...aPageFile(), chat: { welcome_on_open: false, prechat_form: form } },
  });

  assert.equal(await call("POST /files"), 409);
});
