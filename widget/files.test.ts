import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openBrowser } from "./test/browser.ts";
import { eventually, openChat, write } from "./test/chat-page.ts";

const browser = await openBrowser({ after });
const files = {
  accept: "image/png,.png,application/pdf,.pdf",
  max_bytes: { image: 1024 * 1024, video: 1024, audio: 1024, file: 1024 * 1024 },
};
const receipt = { name: "biên lai.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };

test("a chosen file is uploaded and sent, before the text that was written after it", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { profile: { files } });
  const answer = standIn.faults.hold("files");

  await tab.locator(".chooser").setInputFiles(receipt);
  await write(tab, "here it is");
  answer();

  await tab.getByRole("link", { name: "biên lai.pdf" }).waitFor();
  await eventually(() =>
    assert.deepEqual(
      standIn.visitor().messages.map(({ type, text }) => text ?? type),
      ["file", "here it is"],
    ),
  );
});

test("an upload that fails is repeated, and the file is sent once", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { profile: { files }, expectErrors: true });
  standIn.faults.refuse("files", 503, { times: 2 });

  await tab.locator(".chooser").setInputFiles(receipt);

  await tab.getByText("Not sent.").waitFor();
  await tab.getByRole("button", { name: "Try again" }).click();
  await tab.getByRole("link", { name: "biên lai.pdf" }).waitFor();
  assert.equal(standIn.visitor().messages.length, 1);
});

test("a file that the page does not take is refused in words, and nothing is sent", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { profile: { files } });
  const large = { ...receipt, name: "large.pdf", buffer: Buffer.alloc(2 * 1024 * 1024) };
  const program = { name: "setup.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") };

  await tab.locator(".chooser").setInputFiles([large, program]);

  await tab.getByText("The file is too large: at most 1 MB.").waitFor();
  await tab.getByText("Files of this type cannot be sent.").waitFor();
  await tab.getByRole("button", { name: "Remove" }).first().click();
  await tab.getByRole("button", { name: "Remove" }).click();
  await tab.getByText("setup.exe").waitFor({ state: "detached" });
  assert.equal(standIn.faults.count("files"), 0);
});

test("files that are dropped on the chat are sent", async (t) => {
  const { tab, standIn } = await openChat(t, browser, { profile: { files } });
  const dragged = await tab.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["%PDF-1.4"], "dropped.pdf", { type: "application/pdf" }));
    return transfer;
  });

  await tab.dispatchEvent("main", "dragover", { dataTransfer: dragged });
  await tab.getByText("Drop the files to send them").waitFor();
  await tab.dispatchEvent("main", "drop", { dataTransfer: dragged });

  await tab.getByRole("link", { name: "dropped.pdf" }).waitFor();
  assert.equal(standIn.visitor().messages.length, 1);
});

test("a page that takes no files has no button for them", async (t) => {
  const { tab } = await openChat(t, browser, { profile: { files: null } });

  await tab.getByRole("textbox").waitFor();
  assert.equal(await tab.getByRole("button", { name: "Send a picture or a file" }).count(), 0);
});
