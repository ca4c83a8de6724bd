import { Box, Code } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";

/** Text to copy, with a button. `what` names the text for the button. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <Box pos="relative">
      <Code block className="code-block" pr={48}>
        {text}
      </Code>
      <Box pos="absolute" top={4} right={4}>
        <CopyButton value={text} what={what} />
      </Box>
    </Box>
  );
}
