import { Button, FileButton, Group, Paper, Switch, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { usePage } from "../../frame/use-page.ts";
import { confirm } from "../../ui/confirm.tsx";
import { Section } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { PlanView } from "./plan.tsx";
import { type FileOptions, keyOf, type PageFileMutations, usePageFile } from "./use-page-file.ts";
import * as words from "./words.ts";

addWords("pageFile", words);

type Input = FileOptions & { text: string };
const blank: Input = { text: "", prune: false, keepsName: true, keepsFlows: false };

/** Plans the changes of a chosen or pasted file, shows them, and then applies the file. */
export function ApplyFile() {
  const { t } = useTranslation("pageFile");
  return (
    <Paper withBorder p="lg">
      <Section title={t("applyTitle")} help={t("applyHelp")}>
        <FileForm />
      </Section>
    </Paper>
  );
}

/** `initial`: options for one flow differ from those for a whole page. */
export function FileForm({ initial, onApplied }: { initial?: Partial<FileOptions>; onApplied?: () => void }) {
  const [input, setInput] = useState<Input>({ ...blank, ...initial });
  const file = usePageFile(usePage(), () => {
    setInput((before) => ({ ...before, text: "" }));
    onApplied?.();
  });
  const change = (changed: Partial<Input>) => {
    setInput((before) => ({ ...before, ...changed }));
    file.reset();
  };
  useLeaveGuard(input.text.trim() !== "");
  const chosen = { source: { read: async () => JSON.parse(input.text) as unknown }, options: input };
  return (
    <>
      <FileInputs {...input} onChange={change} />
      <PlanView {...file} />
      <PlanButtons file={file} chosen={chosen} isEmpty={!input.text.trim()} />
    </>
  );
}

type ButtonsProps = {
  file: PageFileMutations;
  chosen: Parameters<PageFileMutations["plan"]["mutate"]>[0];
  isEmpty: boolean;
};

/** First the plan, then its application. What is removed for good is asked about. */
export function PlanButtons({ file: { plan, apply, leftOut }, chosen, isEmpty }: ButtonsProps) {
  const { t } = useTranslation("pageFile");
  const made = plan.data?.changes.filter((change) => !leftOut.has(keyOf(change))) ?? [];
  const applyNow = async () => {
    const removed = made.filter(({ action }) => action === "remove").length;
    const body = t("removeBody", { count: removed });
    const agreed = removed === 0 || (await confirm({ title: t("removeTitle"), body, action: t("apply") }));
    if (agreed) apply.mutate(chosen);
  };
  return (
    <Group {...(plan.data && { className: "save-bar is-inside" })}>
      <Button
        variant={plan.data ? "default" : "filled"}
        disabled={isEmpty}
        loading={plan.isPending}
        onClick={() => plan.mutate(chosen)}
      >
        {t("plan")}
      </Button>
      {made.length > 0 && (
        <Button loading={apply.isPending} onClick={() => void applyNow()}>
          {t("apply")}
        </Button>
      )}
    </Group>
  );
}

type InputsProps = Input & { onChange: (changed: Partial<Input>) => void };

function FileInputs({ text, prune, keepsName, keepsFlows, onChange }: InputsProps) {
  const { t } = useTranslation("pageFile");
  return (
    <>
      <Group>
        <FileButton
          accept="application/json,.json"
          onChange={(file) => void file?.text().then((read) => onChange({ text: read }))}
          inputProps={{ "aria-label": t("choose") }}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              {t("choose")}
            </Button>
          )}
        </FileButton>
      </Group>
      <Textarea
        label={t("paste")}
        autosize
        minRows={4}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Switch
        label={t("keepName")}
        description={t("keepNameHelp")}
        checked={keepsName}
        onChange={(event) => onChange({ keepsName: event.currentTarget.checked })}
      />
      <Switch
        label={t("keepFlows")}
        description={t("keepFlowsHelp")}
        checked={keepsFlows}
        onChange={(event) => onChange({ keepsFlows: event.currentTarget.checked })}
      />
      <Switch
        label={t("prune")}
        description={t("pruneHelp")}
        checked={prune}
        onChange={(event) => onChange({ prune: event.currentTarget.checked })}
      />
    </>
  );
}
