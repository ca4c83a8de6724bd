import { foldMarks } from "@banter/core/match/normalise.ts";
import { Combobox, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { usePage } from "../../frame/use-page.ts";
import { TextChips } from "../../frame/writing/text-chips.tsx";
import { type SavedReply, savedRepliesQuery } from "../queries.ts";

/** Saved replies with all words of the search in their name or text; none while the search is undefined. */
export function useSavedReplies(search: string | undefined): SavedReply[] {
  const { data = [] } = useQuery({ ...savedRepliesQuery(usePage().id), enabled: search !== undefined });
  if (search === undefined) return [];
  const words = foldMarks(search).split(" ").filter(Boolean);
  return data
    .filter(({ name, text }) => {
      const folded = foldMarks(`${name} ${text}`);
      return words.every((word) => folded.includes(word));
    })
    .slice(0, 8);
}

/** The replies to choose from while "/" begins the text. */
export function SavedReplyOptions({ replies }: { replies: readonly SavedReply[] }) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options>
        {replies.map(({ id, name, text }) => (
          <Combobox.Option key={id} value={text}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={1}>
              <TextChips text={text} />
            </Text>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
