import assert from "node:assert/strict";
import { test } from "node:test";
import { addNote, type RenderNote, RenderNoteForm, renderChanges } from "../render-note.ts";
import { explainNotes } from "./explain-notes.ts";
import { english } from "./render-note-words.ts";
import { vietnamese } from "./render-note-words.vi.ts";

test("notes explain how the channel changed the message", () => {
  const notes: RenderNote[] = [
    { change: "as_text", part: "button", title: "Call us" },
    { change: "cut", part: "quick_reply", title: "MAX and TITLE", max: 20 },
    { change: "as_list", part: "quick_replies" },
  ];

  assert.deepEqual(explainNotes(notes, "WhatsApp"), [
    "The button “Call us” is shown as a line of text: WhatsApp has no such button here.",
    "The title of the quick reply “MAX and TITLE” is cut: WhatsApp shows 20 characters of it.",
    "The quick replies are shown as a list: WhatsApp has no room for so many.",
  ]);
  assert.deepEqual(explainNotes(notes, "WhatsApp", vietnamese), [
    "Nút “Call us” được hiện thành một dòng chữ: ở đây WhatsApp không có loại nút này.",
    "Tiêu đề của trả lời nhanh “MAX and TITLE” bị cắt: WhatsApp chỉ hiện 20 ký tự.",
    "Các trả lời nhanh được hiện thành danh sách: WhatsApp không đủ chỗ cho ngần ấy nút.",
  ]);
});

test("a note is added once, with a long title cut", () => {
  const notes: RenderNote[] = [];

  for (const title of ["Call us", "Call us", "A title that is far too long to be kept with every message"])
    addNote(notes, { change: "as_text", part: "button", title });
  addNote(notes, { change: "as_list", part: "buttons" });
  addNote(notes, { change: "as_list", part: "buttons" });

  assert.deepEqual(notes, [
    { change: "as_text", part: "button", title: "Call us" },
    { change: "as_text", part: "button", title: "A title that is far too long to be kept…" },
    { change: "as_list", part: "buttons" },
  ]);
});

test("every note has a whole sentence in every language, and fits the schema of the API", () => {
  for (const [change, parts] of Object.entries(renderChanges))
    for (const part of parts) {
      const note = { change, part, title: "a", max: 1 } as RenderNote;
      assert.deepEqual(RenderNoteForm.parse(note), note);
      for (const words of [english, vietnamese]) {
        const [sentence = ""] = explainNotes([note], "Telegram", words);
        assert.match(sentence, /^\p{Lu}.*\.$/su);
        assert.doesNotMatch(sentence, /\b(TITLE|MAX|CHANNEL)\b/);
      }
    }
});

test("a note of a kind that only a newer version knows is skipped", () => {
  assert.deepEqual(explainNotes([{ change: "sung", part: "song" } as never], "Telegram"), []);
});
