import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { Button, Group, Modal, Paper, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { type Condition, noCondition, wholeSegment } from "../frame/conditions/condition.ts";
import { ConditionEditor } from "../frame/conditions/editor.tsx";
import { useMay, usePage } from "../frame/use-page.ts";
import { confirm } from "../ui/confirm.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { countQuery, type Segment, segmentCountQuery, segmentsKey, segmentsQuery } from "./queries.ts";
import { SegmentMembers } from "./segment-members.tsx";

type Edited = { id: number | null; name: string; condition: Condition };

const fresh: Edited = { id: null, name: "", condition: noCondition };

/** Saved conditions, each with the number of customers who meet it now. */
export function Segments() {
  const { t } = useTranslation("audience");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const { data: segments, error, refetch } = useQuery(segmentsQuery(pageId));
  const [edited, setEdited] = useState<Edited>();
  const add = mayBuild && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited(fresh)}>
      {t("segments.new")}
    </Button>
  );
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!segments) return <Skeleton h={160} />;
  return (
    <>
      {segments.length === 0 ? (
        <EmptyState icon={IconUsersGroup} title={t("segments.empty")} help={t("segments.emptyHelp")} action={add} />
      ) : (
        <Section title={t("tabs.segments")} help={t("segments.emptyHelp")} actions={add}>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("tabs.segments")}>
            {segments.map((segment) => (
              <SegmentLine key={segment.id} segment={segment} onEdit={() => setEdited(segment)} />
            ))}
          </Stack>
        </Section>
      )}
      {edited && <SegmentDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function SegmentLine({ segment, onEdit }: { segment: Segment; onEdit: () => void }) {
  const { t } = useTranslation("audience");
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const { data: count, error } = useQuery(segmentCountQuery(page_id, segment.id));
  const remove = useMutation({
    mutationFn: () =>
      api("DELETE /pages/:page_id/segments/:segment_id", { params: { page_id, segment_id: segment.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: segmentsKey(page_id) }),
  });
  const ask = async () => {
    const title = t("segments.ask", { name: segment.name });
    if (await confirm({ title, body: t("segments.askText"), action: t("segments.delete") })) remove.mutate();
  };
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" gap="xs">
        <div style={{ flex: "1 1 200px" }}>
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {segment.name}
          </Text>
          <Text size="sm" c="dimmed" role="status">
            {error ? t("segments.uncounted") : count ? countText(count, t) : "…"}
          </Text>
        </div>
        {mayBuild && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t("segments.editOf", { name: segment.name })}
              onClick={onEdit}
            >
              {t("segments.edit")}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={t("segments.deleteOf", { name: segment.name })}
              loading={remove.isPending}
              onClick={() => void ask()}
            >
              {t("segments.delete")}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

function SegmentDialog({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const { t } = useTranslation("audience");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [name, setName] = useState(edited.name);
  const [condition, setCondition] = useState(edited.condition);
  const whole = wholeSegment(condition);
  const save = useMutation({
    meta: { showsFailure: true },
    mutationFn: async (next: SegmentCondition) => {
      const body = { name: name.trim(), condition: next };
      if (edited.id === null) await api("POST /pages/:page_id/segments", { params: { page_id }, body });
      else
        await api("PATCH /pages/:page_id/segments/:segment_id", { params: { page_id, segment_id: edited.id }, body });
    },
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: segmentsKey(page_id) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whole && name.trim() !== "") save.mutate(whole);
  };
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t(edited.id === null ? "segments.new" : "segments.edit")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t("segments.name")}
            placeholder={t("segments.placeholder")}
            required
            maxLength={200}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ConditionEditor kind="segment" condition={condition} onChange={setCondition} />
          <LiveCount condition={whole} />
          {edited.id !== null && <SegmentMembers segmentId={edited.id} />}
          {save.error && <Failure error={save.error} />}
          <DialogButtons
            onCancel={onClose}
            submit={t("segments.save")}
            isPending={save.isPending}
            isDisabled={!whole || name.trim() === ""}
            staysInView
          />
        </Stack>
      </form>
    </Modal>
  );
}

const countText = ({ count, is_exact }: { count: number; is_exact: boolean }, t: TFunction<"audience">) =>
  t(is_exact ? "segments.count" : "segments.about", { count });

/** How many customers meet the condition as it stands. */
function LiveCount({ condition }: { condition: SegmentCondition | undefined }) {
  const { t } = useTranslation("audience");
  const { id: pageId } = usePage();
  const [asked] = useDebouncedValue(condition, 300);
  const { data, error } = useQuery({
    ...countQuery(pageId, asked ?? { match: "all", rules: [] }),
    enabled: asked !== undefined,
  });
  const text = !condition ? t("unfinished") : error ? t("segments.uncounted") : data ? countText(data, t) : "…";
  return (
    <Text size="sm" fw={500} role="status">
      {text}
    </Text>
  );
}
