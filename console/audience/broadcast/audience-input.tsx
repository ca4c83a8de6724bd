import { Button, FileButton, Group, Select, Stack, Text, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Choice } from "../../frame/choosers/choice.tsx";
import { noCondition } from "../../frame/conditions/condition.ts";
import { ConditionEditor } from "../../frame/conditions/editor.tsx";
import { usePage } from "../../frame/use-page.ts";
import { TextLink } from "../../ui/links.tsx";
import { segmentsQuery } from "../queries.ts";
import { type AudienceDraft, readPsids } from "./draft.ts";

type Props = { audience: AudienceDraft; onChange: (audience: AudienceDraft) => void };

const fresh: Record<AudienceDraft["type"], AudienceDraft> = {
  all: { type: "all" },
  segment: { type: "segment", segmentId: null },
  condition: { type: "condition", condition: noCondition },
  psids: { type: "psids", text: "" },
};

/** All customers, a segment, a condition of its own, or a list. */
export function AudienceInput({ audience, onChange }: Props) {
  const { t } = useTranslation("audience");
  return (
    <Stack gap="sm">
      <Choice
        label={t("editor.who")}
        options={(["all", "segment", "condition", "psids"] as const).map((type) => ({
          value: type,
          label: t(`who.${type}`),
        }))}
        value={audience.type}
        onChange={(type) => onChange(fresh[type])}
      />
      {audience.type === "segment" && (
        <SegmentInput value={audience.segmentId} onChange={(segmentId) => onChange({ type: "segment", segmentId })} />
      )}
      {audience.type === "condition" && (
        <ConditionEditor
          kind="segment"
          condition={audience.condition}
          onChange={(condition) => onChange({ type: "condition", condition })}
        />
      )}
      {audience.type === "psids" && (
        <ListInput text={audience.text} onChange={(text) => onChange({ type: "psids", text })} />
      )}
    </Stack>
  );
}

function SegmentInput({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const { t } = useTranslation("audience");
  const { id: pageId } = usePage();
  const { data: segments = [] } = useQuery(segmentsQuery(pageId));
  if (segments.length === 0)
    return (
      <Text size="sm">
        {t("segments.empty")}.{" "}
        <TextLink size="sm" to="/pages/$pageId/audience" params={{ pageId }} search={{ tab: "segments" }}>
          {t("who.make")}
        </TextLink>
      </Text>
    );
  return (
    <Select
      label={t("who.which")}
      placeholder={t("who.choose")}
      searchable
      data={segments.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

function ListInput({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation("audience");
  return (
    <Stack gap="xs">
      <Textarea
        label={t("who.list")}
        description={t("who.listHelp")}
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="sm">
        <FileButton
          accept=".csv,text/csv,text/plain"
          onChange={async (file) => {
            if (file) onChange(await file.text());
          }}
        >
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
              {t("who.file")}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" role="status">
          {t("who.listed", { count: readPsids(text).length })}
        </Text>
      </Group>
    </Stack>
  );
}
