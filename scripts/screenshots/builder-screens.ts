import type { Shown } from "./page.ts";
import { isDrawn, type Screen, type Tab } from "./screens.ts";
import type { Words } from "./words.ts";

const panel = (tab: Tab) => tab.locator(".side-panel");
const dialog = (tab: Tab) => tab.getByRole("dialog");

/** Opens a step by keyboard: on a phone it is too small to press. */
async function openStep(tab: Tab, id: string): Promise<void> {
  await tab.locator(`.react-flow__node[data-id="${id}"]`).focus();
  await tab.keyboard.press("Enter");
  await panel(tab).waitFor();
}

async function writeText(tab: Tab, text: string): Promise<void> {
  await openStep(tab, "hello");
  await panel(tab).locator("[data-writing]").first().fill(text);
}

export const builderScreens = (shown: Shown, say: Words): Screen[] => [
  ...canvasScreens(shown, say),
  ...formScreens(shown, say),
  ...saveScreens(shown, say),
];

/** The canvas and its panels. */
function canvasScreens({ flow, draft }: Shown, say: Words): Screen[] {
  const press = (words: string) => (tab: Tab) => button(tab, say(words)).click();
  return [
    { name: "builder/flow", path: flow },
    { name: "builder/numbers", path: flow, prepare: press("Numbers") },
    { name: "builder/test", path: flow, prepare: press("Test") },
    { name: "builder/triggers", path: flow, prepare: press("What starts this flow") },
    {
      name: "builder/test-customer",
      path: draft,
      prepare: async (tab) => {
        await button(tab, say("Test")).click();
        await panel(tab)
          .getByRole("button", { name: say("Test customer: {{name}}") })
          .click();
        await panel(tab).getByLabel(say("First name")).waitFor();
      },
    },
    {
      name: "builder/shortcuts",
      path: draft,
      prepare: async (tab) => {
        await tab.locator(".react-flow__node").first().waitFor();
        await tab.keyboard.press("?");
        await dialog(tab).waitFor();
      },
    },
  ];
}

/** Writing a step. */
function formScreens({ draft, pictureFlow }: Shown, say: Words): Screen[] {
  const form = (id: string): Screen => ({
    name: `builder/form-${id}`,
    path: draft,
    prepare: (tab) => openStep(tab, id),
  });
  return [
    {
      name: "builder/files",
      path: pictureFlow,
      prepare: async (tab) => {
        await openStep(tab, "a");
        await button(tab, say("Choose or upload: {{field}}")).click();
        await tab
          .getByRole("button", { name: /Phở.png$/ })
          .first()
          .waitFor();
      },
    },
    ...["hello", "size", "split", "known", "wait", "note", "ai"].map(form),
    {
      name: "builder/form-call",
      path: draft,
      prepare: async (tab) => {
        await openStep(tab, "call");
        await button(tab, say("Send it now")).click();
        await tab.getByText(say("Press a value to keep it in a field.")).waitFor();
      },
    },
    {
      name: "builder/variables",
      path: draft,
      prepare: async (tab) => {
        await writeText(tab, "Our spring sale has begun, ");
        await tab.keyboard.type("{{");
        await tab.getByRole("option").first().waitFor();
      },
    },
    {
      name: "builder/emoji",
      path: draft,
      prepare: async (tab) => {
        await openStep(tab, "hello");
        await button(tab, say("Insert an emoji into {{field}}")).click();
        await tab.getByRole("button", { name: "😀" }).first().waitFor();
      },
    },
  ];
}

/** Publishing and saving. These change the draft, so they come last. */
function saveScreens({ draft }: Shown, say: Words): Screen[] {
  return [
    {
      name: "builder/publish",
      path: draft,
      prepare: async (tab) => {
        await button(tab, say("Publish")).click();
        await dialog(tab)
          .getByRole("button", { name: say("Publish") })
          .waitFor();
      },
    },
    {
      name: "builder/schedule",
      path: draft,
      prepare: async (tab) => {
        await button(tab, say("More for this flow")).click();
        await tab.getByRole("menuitem", { name: say("Schedule publishing…") }).click();
        await dialog(tab).getByLabel(say("Date and time")).waitFor();
      },
    },
    {
      name: "builder/conflict",
      path: draft,
      prepare: async (tab, { started, run, isNarrow }) => {
        const other = await started.openAs(run, "editor", draft);
        await isDrawn(other);
        const release = Promise.withResolvers<void>();
        await tab.route("**/draft", (route) => release.promise.then(() => route.continue()));
        await writeText(tab, "Hi! The spring sale starts on Friday.");
        const saved = other.waitForResponse(/\/draft$/);
        await writeText(other, `Hi! The spring sale starts on ${isNarrow ? "Sunday" : "Saturday"}.`);
        await saved;
        release.resolve();
        await tab.getByRole("alert").first().waitFor();
        await other.close();
      },
    },
    {
      name: "builder/unsaved",
      path: draft,
      prepare: async (tab) => {
        await tab.route("**/draft", (route) => route.abort());
        await writeText(tab, "Hi! Nobody has saved this.");
        await tab.locator(".save-status").getByRole("button").first().waitFor();
      },
    },
  ];
}

const button = (tab: Tab, name: RegExp) => tab.getByRole("button", { name }).first();
