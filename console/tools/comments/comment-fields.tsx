import { channelFacts } from "@banter/core/channels/index.ts";
import type { SettingsOf } from "@banter/core/model/tools/settings.ts";
import { Alert, Checkbox, Fieldset, Radio, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { Chips } from "../../ui/chips.tsx";
import { ChoiceCard } from "../../ui/choice-card.tsx";
import { addWords } from "../../words.ts";
import { Answers } from "./answers.tsx";
import { ChosenPosts } from "./chosen-posts.tsx";
import { choiceOf, type PostChoice, postsFor } from "./posts.ts";
import * as words from "./words.ts";

addWords("commentTool", words);

type Settings = SettingsOf<"comments">;
type Props = { settings: Settings; onChange: (settings: Settings) => void };

/** The choice of comments that a tool answers, and what it does below them. The flow is chosen under it. */
export function CommentFields({ settings, onChange }: Props) {
  const { t } = useTranslation("commentTool");
  return (
    <Stack>
      <Fieldset legend={t("which")}>
        <Stack>
          <Posts settings={settings} onChange={onChange} />
          <Chips
            label={t("words")}
            description={t("wordsHelp")}
            value={settings.words}
            onChange={(words) => onChange({ ...settings, words })}
          />
          <Chips
            label={t("excludes")}
            description={t("excludesHelp")}
            value={settings.excludes}
            onChange={(excludes) => onChange({ ...settings, excludes })}
          />
          <Checkbox
            label={t("once")}
            description={t("onceHelp")}
            checked={settings.once_per_person}
            onChange={(event) => onChange({ ...settings, once_per_person: event.currentTarget.checked })}
          />
          <Checkbox
            label={t("replies")}
            description={t("repliesHelp")}
            checked={settings.include_replies}
            onChange={(event) => onChange({ ...settings, include_replies: event.currentTarget.checked })}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend={t("public")}>
        <Stack>
          <Answers answers={settings.answers} onChange={(answers) => onChange({ ...settings, answers })} />
          <PublicActs settings={settings} onChange={onChange} />
        </Stack>
      </Fieldset>
      <Alert icon={<IconInfoCircle aria-hidden />} title={t("private")} variant="light">
        {t("privateHelp")}
      </Alert>
    </Stack>
  );
}

function Posts({ settings, onChange }: Props) {
  const { t } = useTranslation("commentTool");
  const { posts } = settings;
  const choice = choiceOf(posts);
  return (
    <>
      <Radio.Group
        label={t("posts.label")}
        value={choice}
        onChange={(value) => onChange({ ...settings, posts: postsFor(value as PostChoice) })}
      >
        <Stack gap="xs" mt={6}>
          {(["all", "ads", "chosen"] as const).map((each) => (
            <ChoiceCard key={each} value={each} title={t(`posts.${each}`)} help={t(`posts.${each}Help`)} />
          ))}
        </Stack>
      </Radio.Group>
      {typeof posts === "object" && (
        <ChosenPosts ids={posts.ids} onChange={(ids) => onChange({ ...settings, posts: { ids } })} />
      )}
    </>
  );
}

/** Likes and hidings, where the platform has them. */
function PublicActs({ settings, onChange }: Props) {
  const { t } = useTranslation("commentTool");
  const { channel } = usePage();
  const can = channelFacts[channel].commentActions ?? [];
  return (["like", "hide"] as const)
    .filter((act) => can.includes(act))
    .map((act) => (
      <Checkbox
        key={act}
        label={t(act)}
        description={t(`${act}Help`)}
        checked={settings[act]}
        onChange={(event) => onChange({ ...settings, [act]: event.currentTarget.checked })}
      />
    ));
}
