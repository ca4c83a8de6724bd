import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { buildWidget } from "../scripts/build-widget.mjs";

const dist = new URL("./dist/", import.meta.url);

test("the widget is built when it is missing, and only then", async () => {
  await buildWidget();

  assert.equal(await buildWidget(), false);
  const built = [
    ...["built-from", "chat.css", "chat.html", "chat.js", "chat.svg"],
    ...["preview.css", "preview.html", "preview.js", "widget.js"],
  ];
  assert.deepEqual(
    readdirSync(dist)
      .filter((name) => !name.startsWith("."))
      .sort(),
    built,
  );
});

test("builds at the same time do not disturb each other", async () => {
  rmSync(new URL("built-from", dist), { force: true });

  assert.deepEqual(await Promise.all([buildWidget(), buildWidget(), buildWidget()]), [true, true, true]);

  assert.equal(await buildWidget(), false);
});

test("the widget stays below 40 kB, and the launcher below 7 kB", async (t) => {
  await buildWidget();
  const sizeOf = (name: string) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length;
  const sizes = { "chat.js": sizeOf("chat.js"), "chat.css": sizeOf("chat.css"), "widget.js": sizeOf("widget.js") };

  t.diagnostic(JSON.stringify(sizes));
  assert.ok(sizes["chat.js"] + sizes["chat.css"] + sizes["widget.js"] < 40_000);
  assert.ok(sizes["widget.js"] < 7000);
});

test("the build runs no text as code and names no other host", async () => {
  await buildWidget();

  for (const name of ["chat.js", "widget.js"]) {
    const script = readFileSync(new URL(name, dist), "utf8");
    assert.doesNotMatch(script, /\beval\(|new Function|document\.write|insertAdjacentHTML|outerHTML|srcdoc/);
    const hosts = script.match(/https?:\/\/[\w.]+/g) ?? [];
    assert.deepEqual(
      [...new Set(hosts)].filter((host) => host !== "http://www.w3.org"),
      [],
    );
  }
  const page = readFileSync(new URL("chat.html", dist), "utf8");
  assert.doesNotMatch(page, /<style|style=|<script>|\son\w+=|https?:/);
});
