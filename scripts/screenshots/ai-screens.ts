import type { Shown } from "./page.ts";
import type { Screen, Tab } from "./screens.ts";
import type { Words } from "./words.ts";

const dialog = (tab: Tab) => tab.getByRole("dialog");
const panel = (tab: Tab) => tab.locator(".side-panel");

/** Models at work: on the page's own screens, in the inbox, in the builder and in the statistics. */
export function aiScreens({ ai }: Shown, say: Words): Screen[] {
  const press = (tab: Tab, name: string) =>
    tab
      .getByRole("button", { name: say(name) })
      .first()
      .click();
  const opens =
    (...names: string[]) =>
    async (tab: Tab) => {
      for (const name of names) await press(tab, name);
      await dialog(tab).getByRole("button").first().waitFor();
    };
  const helps = async (tab: Tab, entry: string) => {
    await press(tab, "AI help");
    await tab.getByRole("menuitem", { name: say(entry) }).click();
  };
  const proposes = async (tab: Tab, ask: () => Promise<unknown>) => {
    await press(tab, "AI help");
    await ask();
    await tab.getByRole("region", { name: say("Proposed changes") }).waitFor();
  };
  const evaluations = `${ai.page}/ai?tab=evaluations`;
  return [
    { name: "ai/models", path: `${ai.page}/ai?tab=models` },
    { name: "ai/model-form", path: `${ai.page}/ai?tab=models`, prepare: opens("Add a model") },
    {
      name: "ai/knowledge",
      path: `${ai.page}/ai?tab=knowledge`,
      prepare: async (tab) => {
        await tab.getByRole("textbox").last().fill("How long does delivery to Huế take?");
        await tab.keyboard.press("Enter");
        await tab.getByText("Two working days").evaluate((passage) => passage.scrollIntoView({ block: "center" }));
      },
    },
    { name: "ai/evaluations", path: evaluations },
    {
      name: "ai/evaluation-results",
      path: evaluations,
      prepare: async (tab) => {
        await press(tab, "Results of {{name}}");
        await dialog(tab).getByRole("region").nth(1).waitFor();
      },
    },
    { name: "ai/form", path: ai.flow, prepare: (tab) => openStep(tab, "ai") },
    {
      name: "ai/proposal",
      path: ai.draft,
      prepare: (tab) =>
        proposes(tab, async () => {
          await panel(tab)
            .getByRole("textbox", { name: say("What should change?") })
            .fill("Ask for the size");
          await press(tab, "Draft it");
        }),
    },
    {
      name: "ai/keywords",
      path: `${ai.page}/statistics`,
      prepare: async (tab) => {
        await tab.getByRole("link", { name: say("Have keywords suggested by AI") }).click();
        await dialog(tab).getByRole("listitem").first().waitFor();
      },
    },
    {
      name: "ai/numbers",
      path: `${ai.page}/statistics?period=today`,
      prepare: (tab) =>
        tab.getByRole("heading", { name: say("Answers by AI") }).evaluate((title) => title.scrollIntoView()),
    },
    { name: "ai/why", path: ai.conversation, prepare: opens("Why this reply?") },
    {
      name: "ai/suggested-reply",
      path: ai.conversation,
      prepare: async (tab) => {
        await tab.locator(".composer").waitFor();
        await helps(tab, "Suggest a reply");
        await tab.locator(".help-line p").waitFor();
      },
    },
    {
      name: "ai/summary",
      path: ai.conversation,
      prepare: async (tab) => {
        await tab.locator(".composer").waitFor();
        await helps(tab, "Sum the conversation up");
        await dialog(tab).getByText("still open").waitFor();
      },
    },
  ];
}

async function openStep(tab: Tab, id: string): Promise<void> {
  await tab.locator(`.react-flow__node[data-id="${id}"]`).focus();
  await tab.keyboard.press("Enter");
  await panel(tab).waitFor();
}
