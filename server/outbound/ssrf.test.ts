import assert from "node:assert/strict";
import { test } from "node:test";
import { aServer, standInFor } from "../test/loopback-server.ts";
import { type Guard, guardedRequest } from "./guarded-request.ts";

/** The addresses of names. One private address in an answer is enough to refuse it. */
const names: Record<string, string[]> = {
  localhost: ["127.0.0.1"],
  "a.localhost": ["127.0.0.1"],
  "127.0.0.1.nip.io": ["127.0.0.1"],
  "10-0-0-1.nip.io": ["10.0.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  "metadata.example": ["169.254.169.254"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "six.example": ["::1"],
  "unique-local.example": ["fd00:ec2::254"],
  "mixed.example": ["93.184.216.34", "10.0.0.1"],
  "mixed-six.example": ["93.184.216.34", "::1"],
  "many.example": [...Array<string>(3000).fill("93.184.216.34"), "192.168.0.1"],
  "nat64.example": ["64:ff9b::7f00:1"],
  "zone.example": ["fe80::1%eth0"],
  intranet: ["10.0.0.1"],
  printer: ["192.168.0.9"],
  "public.example": ["93.184.216.34"],
};

const blocked = [
  // Loopback in every notation that the URL parser accepts.
  ..."127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0177.0.0.1 00000177.1 017700000001".split(" "),
  ..."127.0.0.1. 127.255.255.255 １２７.０.０.１ ①②⑦.0.0.1 127。0。0。1 %31%32%37.0.0.1 0 0.0.0.0 0x0 000".split(" "),
  ..."[::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::7f00:1]".split(" "),
  ..."[::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::a00:1] [2002:7f00:1::] [2001::1]".split(" "),
  // Private, shared, link-local, reserved.
  ..."10.0.0.1 012.0.0.1 167772161 172.16.0.1 192.168.0.1 192.168.257 100.64.0.1 198.18.0.1 192.0.2.1".split(" "),
  ..."169.254.169.254 2852039166 0xa9fea9fe [::ffff:a9fe:a9fe] 168.63.129.16 [fd00:ec2::254] [fe80::1]".split(" "),
  ..."[fc00::1] [ff02::1] 224.0.0.1 240.0.0.1 255.255.255.255 [2001:db8::1] [4000::1]".split(" "),
  // Names.
  ..."localhost localhost. LOCALHOST ⓛocalhost a.localhost intranet printer metadata.google.internal".split(" "),
  ..."127.0.0.1.nip.io 10-0-0-1.nip.io metadata.example mapped.example six.example unique-local.example".split(" "),
  ..."mixed.example mixed-six.example many.example nat64.example zone.example".split(" "),
  // Other ports, credentials, nothing at all.
  ..."public.example:22 public.example:8080 public.example:0 93.184.216.34:6379 user:pass@public.example".split(" "),
  ..."user@public.example 256.256.256.256 [fe80::1%25eth0] public.example:99999".split(" "),
].map((host) => `http://${host}/`);

const otherSchemes = ["ftp", "file", "gopher", "ws", "wss", "dict", "data", "javascript", "unix", "ldap"].map(
  (scheme) => `${scheme}://public.example/`,
);

const get = (url: string, guard: Omit<Guard, "allow"> & { allow?: string[] }) =>
  guardedRequest({ method: "GET", url, headers: [] }, { allow: [], ...guard });

const resolve = async (name: string) => names[name] ?? [];

for (const allow of [[], ["other-host", "10.200.0.0/16"]]) {
  test(`none of ${blocked.length} private addresses is reached, with ${allow.length} other hosts allowed`, async () => {
    const { dial, dialled } = standInFor(9);

    for (const url of [...blocked, ...otherSchemes, "", "public.example", "//public.example/", "http:///"]) {
      const answer = await get(url, { allow, resolve, dial });
      assert.deepEqual(answer, { ok: false, reason: "blocked_address" }, url);
    }

    assert.deepEqual(dialled, []);
  });
}

test("a public name is called at the checked address, with its name in the Host header", async (t) => {
  const { port, seen } = await aServer(t, (_, response) => response.end("hello"));
  const { dial, dialled } = standInFor(port);

  const answer = await get("http://public.example/a?b=c#d", { resolve, dial });

  assert.deepEqual(answer, { ok: true, status: 200, body: "hello" });
  assert.deepEqual(dialled, ["93.184.216.34"]);
  assert.equal(seen[0]?.headers.host, "public.example");
  assert.equal(seen[0]?.url, "/a?b=c");
});

test("a name whose address changes is looked up once for each call and checked each time", async (t) => {
  const { port } = await aServer(t, (_, response) => response.end());
  const { dial, dialled } = standInFor(port);
  let asked = 0;
  const rebinding = async () => (asked++ % 2 === 0 ? ["93.184.216.34"] : ["127.0.0.1"]);

  const first = await get("http://rebind.example/", { resolve: rebinding, dial });
  const second = await get("http://rebind.example/", { resolve: rebinding, dial });

  assert.equal(first.ok, true);
  assert.deepEqual(second, { ok: false, reason: "blocked_address" });
  assert.equal(asked, 2);
  assert.deepEqual(dialled, ["93.184.216.34"]);
});

test("a connection to another address than the checked one is not used", async (t) => {
  const { port, seen } = await aServer(t, (_, response) => response.end());
  const { dial } = standInFor(port, () => "127.0.0.1");

  assert.deepEqual(await get("http://public.example/", { resolve, dial }), { ok: false, reason: "blocked_address" });
  assert.equal(seen.length, 0);
});

test("a redirect is checked like the first address", async (t) => {
  let location = "";
  const { port, seen } = await aServer(t, (_, response) => {
    response.writeHead(302, { location: Buffer.from(location).toString("latin1") }).end();
  });
  const { dial, dialled } = standInFor(port);

  for (location of [...blocked, ...otherSchemes, "//localhost/", "//[::1]:80/", "http://["]) {
    const answer = await get("http://public.example/", { resolve, dial });
    assert.deepEqual(answer, { ok: false, reason: "blocked_address" }, location);
  }

  assert.equal(seen.length, dialled.length);
  assert.deepEqual(new Set(dialled), new Set(["93.184.216.34"]));
});

test("a name that rebinds between a redirect and its target is refused", async (t) => {
  const { port, seen } = await aServer(t, (_, response) => response.writeHead(302, { location: "/again" }).end());
  const { dial } = standInFor(port);
  let asked = 0;
  const rebinding = async () => (asked++ === 0 ? ["93.184.216.34"] : ["169.254.169.254"]);

  assert.deepEqual(await get("http://rebind.example/", { resolve: rebinding, dial }), {
    ok: false,
    reason: "blocked_address",
  });
  assert.equal(seen.length, 1);
});

test("a listed host may redirect to itself, not to other private hosts", async (t) => {
  const { origin, port } = await aServer(t, (request, response) => {
    const location = request.url === "/out" ? `http://127.0.0.2:${port}/` : "/end";
    if (request.url === "/end") response.end("end");
    else response.writeHead(302, { location }).end();
  });

  assert.deepEqual(await get(`${origin}/in`, { allow: ["127.0.0.1"] }), { ok: true, status: 200, body: "end" });
  assert.deepEqual(await get(`${origin}/out`, { allow: ["127.0.0.1"] }), { ok: false, reason: "blocked_address" });
});
