import assert from "node:assert/strict";
import { after, test } from "node:test";
import { axeFaultsIn } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";
import { aPageForScreens, screens } from "./screens.ts";

const open = await aPageForScreens(await sharedConsole({ after }));

for (const screen of screens)
  test(`${screen.path ?? screen.route} can be read in the dark, and a phone shows all of it`, async (t) => {
    const tab = await open(t, screen);

    assert.deepEqual(await axeFaultsIn(tab, "dark"), []);
    await tab.setViewportSize({ width: 390, height: 844 });
    await tab.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  });
