import { Stack } from "@mantine/core";
import { addWords } from "../../words.ts";
import { Misses } from "./misses.tsx";
import { Sources } from "./sources.tsx";
import { TryQuestion } from "./try-question.tsx";
import * as words from "./words.ts";

addWords("knowledge", words);

/** The sources that the page's bot may answer from, a question to try, and those that customers asked in vain. */
export function Knowledge() {
  return (
    <Stack gap="xl">
      <Sources />
      <TryQuestion />
      <Misses />
    </Stack>
  );
}
