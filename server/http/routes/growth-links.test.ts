import assert from "node:assert/strict";
import { after, test } from "node:test";
import { listGrowthLinks } from "../../domain/catalog/growth-links.ts";
import { applyPageFile } from "../../domain/page-file/apply.ts";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import { insertPage, updateChannelSettings } from "../../store/catalog/pages.ts";
import { listTools } from "../../store/catalog/tools.ts";
import { testApp } from "../../test/app.ts";
import { aFlow, aPage, aPageFile } from "../../test/builders.ts";
import { qrPng, qrSvg } from "../qr.ts";

const { baseUrl, deps } = await testApp({ after });
const tool = (type: "chat_ref_url" | "qr_code" | "social_ads_json" | "chat_widget", is_published = true) => ({
  type,
  name: `A ${type}`,
  ref: is_published ? type : `${type}-off`,
  flow: "Hello",
  is_published,
});
const { pageId } = await aPage(deps, {
  flows: [aFlow("Hello")],
  tools: [tool("chat_ref_url"), tool("qr_code"), tool("social_ads_json"), tool("chat_widget"), tool("qr_code", false)],
});
const [link, qr, ads, widget, off] = (await listTools(deps.db, pageId)).map(
  ({ id }) => `${baseUrl}/tools/${pageId}/${id}`,
);

test("a QR code holds the link that opens the chat, as PNG and SVG", async () => {
  const png = await fetch(`${qr}/qr.png`);
  const svg = await fetch(`${qr}/qr.svg`);

  assert.deepEqual([png.status, png.headers.get("content-type")], [200, "image/png"]);
  const bytes = Buffer.from(await png.arrayBuffer());
  assert.equal(bytes.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
  assert.equal(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  assert.ok(bytes.readUInt32BE(16) >= 1200);
  assert.equal(bytes.readUInt32BE(bytes.indexOf("pHYs") + 4), Math.round(300 / 0.0254));
  assert.equal(svg.headers.get("content-type"), "image/svg+xml");
  assert.match(await svg.text(), /^<\?xml|^<svg/);
});

test("an advertisement's JSON holds the link, and the snippet the script tag", async () => {
  const json = (await (await fetch(`${ads}/ads.json`)).json()) as { link: string; ref: string };
  const snippet = await (await fetch(`${widget}/snippet.txt`)).text();

  assert.match(json.link, new RegExp(`/chat/${pageId}\\?ref=social_ads_json$`));
  assert.equal(json.ref, "social_ads_json");
  assert.match(
    snippet,
    new RegExp(`^<script src="[^"]+/widget.js" data-page="${pageId}" data-ref="chat_widget" async></script>$`),
  );
});

test("an advertisement on Messenger has the platform's own welcome, and its link opens Messenger", async () => {
  await insertPage(deps.db, {
    id: "4711",
    workspaceId: await ensureWorkspace(deps.db),
    channel: "messenger",
    name: "Shop",
  });
  const settings = { pageToken: "EAAtoken", appSecret: "secret", verifyToken: "verify", pageName: "corner.shop" };
  await updateChannelSettings(deps.db, "4711", settings);
  const file = aPageFile({ flows: [aFlow("Hello")], tools: [tool("social_ads_json")] });
  await applyPageFile(deps, "4711", file, { prune: true });
  const [{ id } = { id: 0 }] = await listTools(deps.db, "4711");

  const [links] = await listGrowthLinks(deps, "4711");

  assert.equal(links?.link, "https://m.me/corner.shop?ref=social_ads_json");
  assert.deepEqual(await (await fetch(`${baseUrl}/tools/4711/${id}/ads.json`)).json(), {
    message: {
      text: "A social_ads_json",
      quick_replies: [{ content_type: "text", title: "A social_ads_json", payload: `t${id}` }],
    },
  });
});

test("an unpublished tool and another page's tool are not found", async () => {
  const other = await aPage(deps);

  const answers = await Promise.all([
    fetch(`${off}/qr.png`),
    fetch(`${link?.replace(pageId, other.pageId)}/qr.png`),
    fetch(`${baseUrl}/tools/${pageId}/abc/qr.png`),
    fetch(`${baseUrl}/tools/%00/1/qr.png`),
  ]);

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404],
  );
});

test("a network that asks for many pictures is refused, others are not", async (t) => {
  const { baseUrl, deps } = await testApp(t, { trustProxy: ["127.0.0.1"] });
  const { pageId } = await aPage(deps, { flows: [aFlow("Hello")], tools: [tool("qr_code")] });
  const [{ id } = { id: 0 }] = await listTools(deps.db, pageId);
  const ask = async (from: string) =>
    (await fetch(`${baseUrl}/tools/${pageId}/${id}/qr.png`, { headers: { "x-forwarded-for": from } })).status;

  const statuses = await Promise.all(Array.from({ length: 300 }, (_, index) => ask(`2001:db8:0:1::${index + 1}`)));

  assert.deepEqual([...new Set(statuses)].sort(), [200, 429]);
  assert.equal(await ask("2001:db8:0:2::1"), 200);
});

test("a picture is drawn once", () => {
  assert.equal(qrPng("https://shop.example/once"), qrPng("https://shop.example/once"));
  assert.notDeepEqual(qrPng("https://shop.example/once"), qrPng("https://shop.example/other"));
  assert.match(qrSvg("https://shop.example/once"), /<svg/);
});
