import assert from "node:assert/strict";
import { test } from "node:test";
import { Look } from "./look.ts";

const isTaken = (look: unknown) => Look.safeParse(look).success;

test("a look may be empty, or say everything", () => {
  assert.equal(isTaken({}), true);
  const whole = {
    color: "#7a1f2b",
    scheme: "dark",
    language: "vi",
    picture: "https://shop.example/logo.png",
    name: "Áo Dài Lan",
    side: "left",
    margin: { side: 24, bottom: 80 },
    launcher: { icon: "heart", label: "Chat với Lan" },
    bubble: { text: "Cần tư vấn cỡ áo?", delay_seconds: 5, pages: ["/", "/ao-dai/*"] },
    opening: {
      after_seconds: 30,
      after_scroll_percent: 50,
      on_leaving: true,
      pages: ["/gio-hang"],
      on_phones: true,
      once: true,
    },
    texts: { title: "Xin chào!", placeholder: "Bạn cần gì?", away: "Shop mở cửa lúc 8 giờ." },
    css: { "--surface": "#fffaf5", "--font": '"Be Vietnam Pro", Georgia, sans-serif', "--radius": "4px" },
  };

  assert.deepEqual(Look.parse(whole), whole);
});

test("values of CSS variables are colours, pixels and names of fonts, and nothing else", () => {
  const refused = {
    "--surface": ["red", "url(https://a.example/x.png)", "#fff;background:url(x)", "var(--ink)", "#FFFFFF ", ""],
    "--font": ["url(x)", "a;b", "expression(alert(1))", '"a', "Georgia}", "a\\62", "@import x", "attr(x)", ","],
    "--radius": ["33px", "-1px", "1em", "calc(1px + 1px)", "1px;", "px", "1e3px"],
    "--panel-width": ["100vw", "279px", "641px"],
    "--unknown": ["1px"],
    "--accent": ["#000000"],
  };
  for (const [name, values] of Object.entries(refused))
    for (const value of values) assert.equal(isTaken({ css: { [name]: value } }), false, `${name}: ${value}`);

  for (const value of ["Georgia", "Be Vietnam Pro, serif", "'Courier'", '"Courier New",monospace'])
    assert.equal(isTaken({ css: { "--font": value } }), value !== "'Courier'", value);
});

test("wrong parts of a look are refused", () => {
  const refused = [
    { color: "red" },
    { color: "#7A1F2B" },
    { picture: "http://shop.example/logo.png" },
    { picture: "javascript:alert(1)" },
    { margin: { side: -1, bottom: 20 } },
    { bubble: { text: " ", delay_seconds: 1 } },
    { bubble: { text: "Hi", delay_seconds: 1, pages: ["shop"] } },
    { opening: { once: true } },
    { launcher: { icon: "skull" } },
    { style: "body { display: none }" },
  ];
  for (const look of refused) assert.equal(isTaken(look), false, JSON.stringify(look));
});
