import type { openConsole } from "../../e2e/console/console.ts";
import { until } from "../../server/test/until.ts";
import { aVisitor } from "../../server/test/visitor.ts";

type Console = Awaited<ReturnType<typeof openConsole>>;
type Tab = Awaited<ReturnType<Console["openAs"]>>;

const questions = {
  "Minh Lê": "Shop mở cửa mấy giờ?",
  "Ann Lee": "where is my order",
  "Huy Phạm": "bao nhiêu một ly cà phê sữa",
  "Lan Nguyễn": "hello",
  "Bob Stone": "winter",
  "Thảo Vũ": "order",
};

/** Conversations of the page, one of them with a person, a note and an assignee. Returns that one's customer. */
export async function addConversations(tab: Tab, baseUrl: string, pageId: string): Promise<string> {
  for (const [name, text] of Object.entries(questions)) await (await aCustomer(baseUrl, pageId, name)).say(text);
  const mai = await aCustomer(baseUrl, pageId, "Mai Trần");
  const request = (method: "post" | "put", path: string, data: object) =>
    tab.request[method](`${baseUrl}/api/v1/pages/${pageId}${path}`, { data, headers: { origin: baseUrl } });
  const post = async (path: string, data: object) => {
    const response = await request("post", path, data);
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const here = `/conversations/${mai.psid}`;

  /** Says it, and waits until the bot has answered so many times in all. */
  const says = async (text: string, answers: number) => {
    await mai.say(text);
    await until(async () => {
      const { messages } = await (await tab.request.get(`${baseUrl}/api/v1/pages/${pageId}${here}/messages`)).json();
      return messages.filter(({ from }: { from: string }) => from === "bot").length >= answers;
    });
  };

  await says("hello", 1);
  await says("Can somebody help me, please", 2);
  await post(`${here}/notes`, { text: "Regular guest. Likes her bread without sesame." });
  const { user } = await (await tab.request.get(`${baseUrl}/api/v1/me`)).json();
  // The inbox is a moment behind the messages.
  await until(async () => (await request("put", `${here}/assignee`, { user_id: user.id })).ok());
  await post(`${here}/messages`, {
    content: { messages: [{ type: "text", text: "Chào Mai! What can I do for you? 😊" }] },
  });
  await mai.say("Do you have a table for six tonight?\nWe come at seven.");
  await post("/saved_replies", { name: "Opening hours", text: "We are open from 7 to 21." });
  await (await aCustomer(baseUrl, pageId, "Khoa Đỗ")).say("I need help");
  return mai.psid;
}

function aCustomer(baseUrl: string, pageId: string, name: string) {
  const [first_name, last_name] = name.split(" ");
  return aVisitor(baseUrl, pageId, { first_name, last_name });
}
