import assert from "node:assert/strict";
import { test } from "node:test";
import { targetOf } from "./target.ts";

const pages = new Set(["web_1"]);
const about = (action: string, more: { page_id?: string | null; subject?: string; subject_id?: number } = {}) =>
  targetOf({ action, page_id: "web_1", subject: null, subject_id: null, ...more }, pages);

test("entries lead to what they are about", () => {
  assert.equal(about("flow_published", { subject_id: 7 }), "/pages/web_1/flows/7");
  assert.equal(about("draft_saved", { subject_id: 7 }), "/pages/web_1/flows/7");
  assert.equal(about("flow_trashed", { subject_id: 7 }), "/pages/web_1/flows?trash=true");
  assert.equal(about("folder_created", { subject_id: 8 }), "/pages/web_1/flows?folder=8");
  assert.equal(about("message_written", { subject: "web_100" }), "/pages/web_1/conversations/web_100");
  assert.equal(about("flow_started", { subject: "web_100" }), "/pages/web_1/conversations/web_100");
  assert.equal(about("customer_blocked", { subject: "web_100" }), "/pages/web_1/customers/web_100");
  assert.equal(about("token_generated"), "/pages/web_1/settings?tab=api");
  assert.equal(about("keywords_ordered"), "/pages/web_1/keywords");
  assert.equal(about("page_paused"), "/pages/web_1");
  assert.equal(about("member_invited", { page_id: null }), "/settings/team");
});

test("entries about something that is gone lead nowhere", () => {
  assert.equal(about("keyword_created", { page_id: "web_2" }), undefined);
  assert.equal(about("flow_deleted", { subject_id: 7 }), undefined);
  assert.equal(about("folder_deleted", { subject_id: 7 }), undefined);
  assert.equal(about("customer_erased", { subject: "web_100" }), undefined);
  assert.equal(about("logged_in", { page_id: null }), undefined);
});
