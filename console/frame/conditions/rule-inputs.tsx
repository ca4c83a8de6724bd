import { fieldOperators, hasValue } from "@banter/core/flow/conditions/field-operators.ts";
import { NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { fieldsQuery, sequencesQuery, tagsQuery } from "../../queries.ts";
import { Chips } from "../../ui/chips.tsx";
import { HoursInput } from "../../ui/hours-input.tsx";
import { FlowSelect } from "../flow-select.tsx";
import { usePage } from "../use-page.ts";
import { useVariableNames } from "../writing/text-chips.tsx";
import { type Part, type PartOf, withOperator } from "./condition.ts";

/** Inputs that others than the usual ones can stand for. */
export type DrawnKey = "tag_id" | "field" | "value" | "hours" | "channels" | "sequence_id";

type RuleProps<Rule extends Part = Part> = {
  rule: Rule;
  onChange: (rule: Part) => void;
  draw?: (key: DrawnKey) => ReactNode;
};

/** The inputs of one part, in the order in which it is said. */
export function RuleInputs({ rule, onChange, draw }: RuleProps): ReactNode {
  const { t } = useTranslation("conditions");
  switch (rule.type) {
    case "tag":
      return <TagRule rule={rule} onChange={onChange} {...(draw && { draw })} />;
    case "field":
      return <FieldRule rule={rule} onChange={onChange} {...(draw && { draw })} />;
    case "last_active":
    case "first_seen":
      return <DaysRule rule={rule} onChange={onChange} />;
    case "locale":
      return (
        <>
          <YesNo rule={rule.type} value={rule.is} onChange={(is) => onChange({ ...rule, is })} />
          <LocaleInput rule={rule} onChange={onChange} />
        </>
      );
    case "source":
      return <SourceRule rule={rule} onChange={onChange} />;
    case "message":
      return <MessageRule rule={rule} onChange={onChange} />;
    case "sequence":
      return <SequenceRule rule={rule} onChange={onChange} {...(draw && { draw })} />;
    case "subscription":
      return <SubscriptionRule rule={rule} onChange={onChange} />;
    case "time":
      return draw ? (
        draw("hours")
      ) : (
        <HoursInput
          label={t("kinds.time")}
          value={rule.hours}
          onChange={(hours) => hours && onChange({ ...rule, hours })}
        />
      );
    case "reach":
      return <ReachRule rule={rule} onChange={onChange} />;
    case "channel":
      return draw ? (
        draw("channels")
      ) : (
        <TextInput flex="1 1 160px" readOnly aria-label={t("kinds.channel")} value={rule.channels.join(", ")} />
      );
  }
}

/** Chooses if something must be so or must not. */
function YesNo({ rule, value, onChange }: { rule: string; value: boolean; onChange: (value: boolean) => void }) {
  const { t } = useTranslation("conditions");
  return (
    <Select
      flex="1 1 200px"
      aria-label={t("either", { kind: t(`kinds.${rule}`) })}
      allowDeselect={false}
      data={(["yes", "no"] as const).map((answer) => ({ value: answer, label: t(`${rule}.${answer}`) }))}
      value={value ? "yes" : "no"}
      onChange={(next) => onChange(next === "yes")}
    />
  );
}

function TagRule({ rule, onChange, draw }: RuleProps<PartOf<"tag">>) {
  const { t } = useTranslation("conditions");
  const { data: tags = [] } = useQuery(tagsQuery(usePage().id));
  return (
    <>
      <YesNo rule="tag" value={rule.has} onChange={(has) => onChange({ ...rule, has })} />
      {draw ? (
        draw("tag_id")
      ) : (
        <Select
          flex="1 1 180px"
          aria-label={t("tag.which")}
          placeholder={t("tag.which")}
          searchable
          data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={rule.tag_id === null ? null : String(rule.tag_id)}
          onChange={(id) => onChange({ ...rule, tag_id: id === null ? null : Number(id) })}
        />
      )}
    </>
  );
}

function FieldRule({ rule, onChange, draw }: RuleProps<PartOf<"field">>) {
  const { t } = useTranslation("conditions");
  const { data: fields = [] } = useQuery(fieldsQuery(usePage().id));
  const field = fields.find(({ name }) => name === rule.field);
  const isDate = field?.type === "date";
  const label = useVariableNames()(rule.field);
  const words = isDate ? "dates" : "operators";
  return (
    <>
      {draw?.("field")}
      <Select
        flex="1 1 220px"
        {...(!draw && { label })}
        aria-label={t("operatorOf", { field: label })}
        allowDeselect={false}
        data={fieldOperators.map((operator) => ({ value: operator, label: t(`${words}.${operator}`) }))}
        value={rule.operator}
        onChange={(next) => next && onChange(withOperator(rule, next))}
      />
      {hasValue(rule.operator) && draw?.("value")}
      {hasValue(rule.operator) && !draw && (
        <TextInput
          flex="1 1 160px"
          type={isDate ? "date" : "text"}
          aria-label={t("valueOf", { field: label })}
          autoFocus={rule.value === ""}
          maxLength={500}
          value={rule.value ?? ""}
          onChange={(event) => onChange({ ...rule, value: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function DaysRule({ rule, onChange }: RuleProps<PartOf<"last_active"> | PartOf<"first_seen">>) {
  return (
    <>
      <YesNo rule={rule.type} value={rule.within} onChange={(within) => onChange({ ...rule, within })} />
      <DaysInput days={rule.days} onChange={(days) => onChange({ ...rule, days })} />
    </>
  );
}

function DaysInput({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const { t } = useTranslation("conditions");
  return (
    <NumberInput
      w={130}
      aria-label={t("days")}
      suffix={` ${t("daysUnit")}`}
      min={1}
      max={3650}
      allowDecimal={false}
      value={days}
      onChange={(next) => typeof next === "number" && next >= 1 && onChange(Math.min(next, 3650))}
    />
  );
}

function LocaleInput({ rule, onChange }: RuleProps<PartOf<"locale">>) {
  const { t } = useTranslation("conditions");
  return (
    <Chips
      flex="1 1 200px"
      aria-label={t("locale.which")}
      placeholder="vi, en, pt-BR"
      value={rule.locales}
      onChange={(locales) => locales.length > 0 && onChange({ ...rule, locales })}
    />
  );
}

function SourceRule({ rule, onChange }: RuleProps<PartOf<"source">>) {
  const { t } = useTranslation("conditions");
  return (
    <>
      <YesNo rule="source" value={rule.is} onChange={(is) => onChange({ ...rule, is })} />
      <Select
        flex="1 1 180px"
        aria-label={t("source.which")}
        allowDeselect={false}
        data={(["direct", "ad", "ref"] as const).map((source) => ({
          value: source,
          label: t(`sources.${source}`),
        }))}
        value={rule.source}
        onChange={(source) => source && onChange({ type: "source", source, is: rule.is })}
      />
    </>
  );
}

function MessageRule({ rule, onChange }: RuleProps<PartOf<"message">>) {
  const { t } = useTranslation("conditions");
  const kinds = ["received", "not_received", "pressed", "not_pressed"] as const;
  return (
    <>
      <Select
        flex="1 1 220px"
        aria-label={t("kinds.message")}
        allowDeselect={false}
        data={kinds.map((kind) => ({ value: kind, label: t(`messages.${kind}`) }))}
        value={rule.has ? rule.did : (`not_${rule.did}` as const)}
        onChange={(kind) =>
          kind &&
          onChange({ ...rule, did: kind.endsWith("pressed") ? "pressed" : "received", has: !kind.startsWith("not") })
        }
      />
      <FlowInput
        flowId={rule.flow_id}
        placeholder={t("anyFlow")}
        onChange={(flow_id) =>
          onChange({ type: "message", did: rule.did, flow_id, days: rule.days ?? 30, has: rule.has })
        }
      />
      <DaysInput days={rule.days ?? 30} onChange={(days) => onChange({ ...rule, days })} />
    </>
  );
}

function ReachRule({ rule, onChange }: RuleProps<PartOf<"reach">>) {
  const { t } = useTranslation("conditions");
  return (
    <>
      <YesNo rule="reach" value={rule.is} onChange={(is) => onChange({ ...rule, is })} />
      <Select
        flex="1 1 200px"
        aria-label={t("reach.which")}
        allowDeselect={false}
        data={(["open", "unreachable", "blocked"] as const).map((reach) => ({
          value: reach,
          label: t(`reaches.${reach}`),
        }))}
        value={rule.reach}
        onChange={(reach) => reach && onChange({ ...rule, reach })}
      />
    </>
  );
}

function SequenceRule({ rule, onChange, draw }: RuleProps<PartOf<"sequence">>) {
  const { t } = useTranslation("conditions");
  const { data: sequences = [] } = useQuery(sequencesQuery(usePage().id));
  return (
    <>
      <YesNo rule="sequence" value={rule.runs} onChange={(runs) => onChange({ ...rule, runs })} />
      {draw ? (
        draw("sequence_id")
      ) : (
        <Select
          flex="1 1 180px"
          aria-label={t("sequence.which")}
          placeholder={t("sequence.which")}
          searchable
          data={sequences.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={rule.sequence_id === null ? null : String(rule.sequence_id)}
          onChange={(id) => onChange({ ...rule, sequence_id: id === null ? null : Number(id) })}
        />
      )}
    </>
  );
}

function SubscriptionRule({ rule, onChange }: RuleProps<PartOf<"subscription">>) {
  const { t } = useTranslation("conditions");
  return (
    <>
      <YesNo rule="subscription" value={rule.is} onChange={(is) => onChange({ ...rule, is })} />
      <Select
        flex="1 1 200px"
        aria-label={t("subscription.which")}
        allowDeselect={false}
        data={(["subscribed", "unsubscribed"] as const).map((subscription) => ({
          value: subscription,
          label: t(`subscriptions.${subscription}`),
        }))}
        value={rule.subscription}
        onChange={(subscription) => subscription && onChange({ ...rule, subscription })}
      />
    </>
  );
}

type FlowProps = { flowId: number | null; placeholder?: string; onChange: (flowId: number | null) => void };

function FlowInput({ flowId, placeholder, onChange }: FlowProps) {
  const { t } = useTranslation("conditions");
  return (
    <div style={{ flex: "1 1 200px" }}>
      <FlowSelect
        aria-label={t("flow")}
        {...(placeholder !== undefined && { placeholder })}
        value={flowId}
        onChange={onChange}
      />
    </div>
  );
}
