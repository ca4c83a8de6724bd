import { ActionIcon, Button, Group, NumberInput, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconSend, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { Choice } from "../../frame/choosers/choice.tsx";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { usePage } from "../../frame/use-page.ts";
import { confirm } from "../../ui/confirm.tsx";
import { Failure } from "../../ui/failure.tsx";
import { zoneCity } from "../../ui/period/zone-city.ts";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { DraftForms, useSteps, useStepsDraft } from "../draft-forms.tsx";
import { MessageOrFlow, useSentSteps } from "../message-or-flow.tsx";
import { type Broadcast, broadcastsKey, type Spec } from "../queries.ts";
import { AudienceInput } from "./audience-input.tsx";
import {
  type BroadcastDraft,
  draftOf,
  editedSteps,
  letters,
  newDraft,
  newVariant,
  specOf,
  usualTest,
} from "./draft.ts";
import { ForecastView, forecastText, useForecast } from "./forecast.tsx";
import { MessageTag } from "./message-tag.tsx";
import { OutsideTemplate } from "./outside-template.tsx";
import { TestButton } from "./test-button.tsx";

type Props = {
  /** Undefined for a new one. */
  broadcast?: Broadcast;
};

/** A draft: its audience, its content and its time, with the forecast. */
export function Editor({ broadcast }: Props) {
  const { t } = useTranslation("audience");
  const [start] = useState(() =>
    broadcast ? draftOf(broadcast) : newDraft(t("editor.defaultName"), t("editor.defaultUnsubscribe")),
  );
  const builder = useStepsDraft(editedSteps(broadcast?.spec), { isNew: broadcast === undefined });
  return (
    <DraftForms builder={builder}>
      <Form id={broadcast?.id ?? null} start={start} />
    </DraftForms>
  );
}

function Form({ id, start }: { id: number | null; start: BroadcastDraft }) {
  const { t } = useTranslation("audience");
  const [draft, setDraft] = useState(start);
  const change = (part: Partial<BroadcastDraft>) => setDraft((before) => ({ ...before, ...part }));
  const steps = useSteps();
  const spec = draft.name.trim() === "" ? undefined : specOf(draft, steps);
  const forecast = useForecast(draft, steps);
  const now = JSON.stringify([draft, steps]);
  const [kept, setKept] = useState(now);
  const { save, sendIt, test } = useActions(id, draft, () => setKept(now));
  useLeaveGuard(now !== kept && !save.isPending && !sendIt.isPending);
  const ask = async () => {
    if (!spec) return;
    const body = forecast.data ? forecastText(forecast.data, t) : t("forecast.unknown");
    const title = t("editor.ask", { name: draft.name });
    if (await confirm({ title, body, action: t(`editor.submit.${draft.when.type}`), isDangerous: false }))
      sendIt.mutate(spec);
  };
  const failure = save.error ?? sendIt.error ?? test.error;
  return (
    <Stack gap="xl">
      <TextInput
        label={t("editor.name")}
        description={t("editor.nameHelp")}
        required
        maxLength={200}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Section title={t("editor.who")}>
        <AudienceInput audience={draft.audience} onChange={(audience) => change({ audience })} />
        <ForecastView forecast={forecast} />
      </Section>
      <Content draft={draft} change={change} />
      <Times draft={draft} change={change} />
      {failure && <Failure error={failure} />}
      <Group justify="space-between" className="save-bar">
        <TestButton
          variants={draft.variants.length}
          isDisabled={!spec}
          isPending={test.isPending}
          onTest={(to) => spec && test.mutate({ spec, ...to })}
        />
        <Group gap="sm">
          <Button variant="default" loading={save.isPending} disabled={!spec} onClick={() => spec && save.mutate(spec)}>
            {t("editor.save")}
          </Button>
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            loading={sendIt.isPending}
            disabled={!spec}
            onClick={() => void ask()}
          >
            {t(`editor.submit.${draft.when.type}`)}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** A draft is stored before it is tested or sent: both are about what is stored. */
function useActions(id: number | null, draft: BroadcastDraft, onKept: () => void) {
  const { t } = useTranslation("audience");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const stored = useRef(id);
  const settings = {
    meta: { showsFailure: true },
    onSettled: () => client.invalidateQueries({ queryKey: broadcastsKey(page_id) }),
  };
  async function store(next: Spec): Promise<number> {
    const body = { name: draft.name.trim(), spec: next };
    if (stored.current !== null) {
      const params = { page_id, broadcast_id: stored.current };
      await api("PATCH /pages/:page_id/broadcasts/:broadcast_id", { params, body });
      return stored.current;
    }
    const made = await api("POST /pages/:page_id/broadcasts", { params: { page_id }, body });
    stored.current = made.id;
    return made.id;
  }
  const open = (broadcastId: number) =>
    navigate({
      to: "/pages/$pageId/audience/$broadcastId",
      params: { pageId: page_id, broadcastId: String(broadcastId) },
      replace: true,
    });
  const save = useMutation({
    ...settings,
    mutationFn: store,
    onSuccess: async (broadcastId) => {
      showToast({ message: t("editor.saved") });
      await open(broadcastId);
    },
  });
  const sendIt = useMutation({
    ...settings,
    mutationFn: async (next: Spec) => {
      const broadcast_id = await store(next);
      await api("POST /pages/:page_id/broadcasts/:broadcast_id/send", { params: { page_id, broadcast_id } });
      return broadcast_id;
    },
    onSuccess: async (broadcastId) => {
      showToast({ message: t("editor.sent") });
      await open(broadcastId);
    },
  });
  const test = useMutation({
    ...settings,
    mutationFn: async ({ spec: next, psid, variant }: { spec: Spec; psid: string; variant: number }) => {
      const params = { page_id, broadcast_id: await store(next) };
      await api("POST /pages/:page_id/broadcasts/:broadcast_id/test", { params, body: { psid, variant } });
    },
    onSuccess: () => {
      onKept();
      showToast({ message: t("test.sent") });
    },
  });
  return { save, sendIt, test };
}

type PartProps = { draft: BroadcastDraft; change: (part: Partial<BroadcastDraft>) => void };

function Content({ draft, change }: PartProps) {
  const { t } = useTranslation("audience");
  const sent = useSentSteps();
  const { variants, test } = draft;
  const set = (next: BroadcastDraft["variants"]) => change({ variants: next, ...(next.length < 2 && { test: null }) });
  const add = () => {
    const variant = newVariant(variants);
    sent.put(variant.id);
    set([...variants, variant]);
  };
  const setTag = (of: string | undefined, messageTag: string | undefined) =>
    set(variants.map((variant) => (variant.id === of ? { id: of, ...(messageTag && { messageTag }) } : variant)));
  const remove = (id: string) => {
    sent.drop(id);
    set(variants.filter((variant) => variant.id !== id));
  };
  return (
    <Section title={t("editor.what")}>
      {variants.length === 1 && variants[0] && (
        <>
          <MessageOrFlow id={variants[0].id} label={t("editor.what")} />
          <MessageTag
            id={variants[0].id}
            tag={variants[0].messageTag}
            onChange={(tag) => setTag(variants[0]?.id, tag)}
          />
        </>
      )}
      {variants.length > 1 &&
        variants.map(({ id, messageTag }, index) => (
          <Variant key={id} id={id} letter={letters[index] ?? ""} onRemove={() => remove(id)}>
            <MessageTag id={id} tag={messageTag} onChange={(tag) => setTag(id, tag)} />
          </Variant>
        ))}
      {variants.length < 4 && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: "flex-start" }}
          onClick={add}
        >
          {t("editor.addVariant")}
        </Button>
      )}
      {variants.length > 1 && <WinnerInput test={test} onChange={(next) => change({ test: next })} />}
      <OutsideTemplate value={draft.outside ?? null} onChange={(outside) => change({ outside })} />
      <TextInput
        label={t("editor.unsubscribe")}
        description={t("editor.unsubscribeHelp")}
        maxLength={20}
        value={draft.unsubscribe}
        onChange={(event) => change({ unsubscribe: event.currentTarget.value })}
      />
    </Section>
  );
}

type VariantProps = { id: string; letter: string; onRemove: () => void; children: ReactNode };

function Variant({ id, letter, onRemove, children }: VariantProps) {
  const { t } = useTranslation("audience");
  const name = t("editor.variant", { letter });
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600}>{name}</Text>
          <ActionIcon variant="subtle" color="gray" aria-label={t("content.remove", { name })} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
        <MessageOrFlow id={id} label={name} />
        {children}
      </Stack>
    </Paper>
  );
}

type WinnerProps = { test: BroadcastDraft["test"]; onChange: (test: BroadcastDraft["test"]) => void };

function WinnerInput({ test, onChange }: WinnerProps) {
  const { t } = useTranslation("audience");
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <Choice
          label={t("editor.split")}
          options={(["share", "winner"] as const).map((value) => ({ value, label: t(`editor.splits.${value}`) }))}
          value={test ? "winner" : "share"}
          onChange={(next) => onChange(next === "winner" ? usualTest : null)}
        />
        {test && (
          <Group gap="sm" align="flex-end">
            <NumberInput
              w={150}
              label={t("editor.share")}
              suffix=" %"
              min={2}
              max={50}
              allowDecimal={false}
              value={test.share}
              onChange={(share) => typeof share === "number" && onChange({ ...test, share })}
            />
            <NumberInput
              w={150}
              label={t("editor.hours")}
              min={1}
              max={72}
              allowDecimal={false}
              value={test.hours}
              onChange={(hours) => typeof hours === "number" && onChange({ ...test, hours })}
            />
            <div>
              <Text size="sm" fw={500} mb={6}>
                {t("editor.goal")}
              </Text>
              <Choice
                label={t("editor.goal")}
                options={(["seen", "clicked", "answered", "reached"] as const).map((goal) => ({
                  value: goal,
                  label: t(`editor.goals.${goal}`),
                }))}
                value={test.goal}
                onChange={(goal) => {
                  const { goal_name: _, ...others } = test;
                  onChange(goal === "reached" ? { ...others, goal, goal_name: "" } : { ...others, goal });
                }}
              />
            </div>
          </Group>
        )}
        {test?.goal === "reached" && (
          <TextInput
            label={t("editor.goalName")}
            description={t("editor.goalHelp")}
            required
            maxLength={80}
            value={test.goal_name ?? ""}
            onChange={(event) => onChange({ ...test, goal_name: event.currentTarget.value })}
          />
        )}
      </Stack>
    </Paper>
  );
}

function Times({ draft: { when, perMinute }, change }: PartProps) {
  const { t } = useTranslation("audience");
  const { timezone } = usePage();
  const at = when.type === "now" ? soon() : when.at;
  return (
    <Section title={t("editor.when")}>
      <Choice
        label={t("editor.when")}
        options={(["now", "at", "local"] as const).map((type) => ({ value: type, label: t(`editor.times.${type}`) }))}
        value={when.type}
        onChange={(type) => change({ when: type === "now" ? { type } : { type, at } })}
      />
      {when.type !== "now" && (
        <TextInput
          type="datetime-local"
          label={t("editor.time")}
          description={t(`editor.timeHelp.${when.type}`, { zone: zoneCity(timezone) })}
          required
          value={when.at}
          onChange={(event) => change({ when: { ...when, at: event.currentTarget.value.slice(0, 16) } })}
        />
      )}
      <NumberInput
        maw={320}
        label={t("editor.pace")}
        description={t("editor.paceHelp")}
        placeholder={t("editor.noPace")}
        min={1}
        max={100_000}
        allowDecimal={false}
        value={perMinute ?? ""}
        onChange={(next) => change({ perMinute: typeof next === "number" ? next : null })}
      />
    </Section>
  );
}

/** Tomorrow at nine. */
function soon(): string {
  const day = new Date(Date.now() + 86_400_000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T09:00`;
}
