import assert from "node:assert/strict";
import { test } from "node:test";
import { hostBreakers } from "./host-breakers.ts";

function someHosts() {
  let time = 0;
  const hosts = hostBreakers({ now: () => time, random: () => 0.5 });
  return {
    ...hosts,
    pass: (ms: number) => {
      time += ms;
    },
    fail(pageId: string, host: string, count = 1): void {
      for (let call = 0; call < count; call++)
        hosts.ended(pageId, host, hosts.start(pageId, host) ?? assert.fail(), "timeout");
    },
  };
}

test("a host that fails five times in a row gets no more calls of that page", () => {
  const hosts = someHosts();
  hosts.fail("one", "a.example", 5);

  assert.equal(hosts.start("one", "a.example"), undefined);
  assert.notEqual(hosts.start("one", "b.example"), undefined);
  assert.notEqual(hosts.start("two", "a.example"), undefined);
});

test("one probe tests whether the host is back, and its answer lets all calls through", () => {
  const hosts = someHosts();
  hosts.fail("one", "a.example", 5);
  hosts.pass(1000);

  const probe = hosts.start("one", "a.example") ?? assert.fail();
  assert.equal(hosts.start("one", "a.example"), undefined);
  hosts.ended("one", "a.example", probe, null);

  assert.notEqual(hosts.start("one", "a.example"), undefined);
});

test("the end of a call tells when a host is cut off and when it is back", () => {
  const hosts = someHosts();
  const call = (failure: string | null) =>
    hosts.ended("one", "a.example", hosts.start("one", "a.example") ?? assert.fail(), failure);

  const told = [1, 2, 3, 4, 5].map(() => call("timeout"));
  hosts.pass(1000);
  told.push(call("timeout"));
  hosts.pass(15_000);
  told.push(call(null), call(null));

  const [fifth, sixth, seventh] = ["cut_off", "cut_off", "back"];
  assert.deepEqual(told, [undefined, undefined, undefined, undefined, fifth, sixth, seventh, undefined]);
});
