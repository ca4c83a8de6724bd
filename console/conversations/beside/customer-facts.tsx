import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { useMay, usePage } from "../../frame/use-page.ts";
import { fieldsQuery } from "../../queries.ts";
import { Failure } from "../../ui/failure.tsx";
import { TextLink } from "../../ui/links.tsx";
import { customerQuery } from "../queries.ts";
import { CustomerTags } from "./customer-tags.tsx";
import { Part } from "./part.tsx";
import { useCustomerChanged } from "./use-customer-changed.ts";

type Customer = ReplyOf<"GET /pages/:page_id/customers/:psid">;

const Editor = lazyPart(async () => (await import("../../customers/editor.tsx")).CustomerEditor, { height: 200 });

/** The customer's tags, contact and fields. */
export function CustomerFacts({ psid }: { psid: string }) {
  const { t } = useTranslation("conversations");
  const { id: pageId } = usePage();
  const { data, error, refetch } = useQuery(customerQuery(pageId, psid));
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={120} />;
  return (
    <>
      <Part title={t("beside.tags")}>
        <CustomerTags psid={psid} ids={data.tags} />
      </Part>
      <Part title={t("beside.fields")}>
        <EditableFacts customer={data} />
      </Part>
      <TextLink to="/pages/$pageId/customers/$psid" params={{ pageId, psid }} size="sm">
        {t("beside.profile")}
      </TextLink>
    </>
  );
}

/** The facts, or the form that changes them. */
function EditableFacts({ customer }: { customer: Customer }) {
  const { t } = useTranslation("conversations");
  const mayConverse = useMay("converse");
  const [isEditing, setEditing] = useState(false);
  const onChanged = useCustomerChanged(customer.psid);
  const close = () => {
    setEditing(false);
    void onChanged();
  };
  return (
    <Stack gap="xs" align="stretch">
      {isEditing ? <Editor customer={customer} onSaved={close} /> : <Facts customer={customer} />}
      {mayConverse && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: "start" }}
          onClick={() => setEditing(!isEditing)}
        >
          {isEditing ? t("beside.stopEditing") : t("beside.edit")}
        </Button>
      )}
    </Stack>
  );
}

/** More would push the rest of the panel out of sight. */
const shownFacts = 4;

function Facts({ customer: { email, phone, ad, marketing, fields } }: { customer: Customer }) {
  const { t } = useTranslation("conversations");
  const { data: own = [] } = useQuery(fieldsQuery(usePage().id));
  const [hasAll, setHasAll] = useState(false);
  const labels = new Map(own.map(({ name, label }) => [name, label]));
  const custom = Object.entries(fields).map(([name, value]) => [labels.get(name) ?? name, value]);
  const advertising = marketing && t(marketing.is_wanted ? "beside.marketingWanted" : "beside.marketingRefused");
  const known = [
    [t("beside.email"), email],
    [t("beside.phone"), phone],
    [t("beside.ad"), ad?.title],
    [t("beside.marketing"), advertising],
    ...custom,
  ].filter((fact): fact is [string, string] => !!fact[1]);
  if (known.length === 0) return <Text size="sm">{t("beside.noFields")}</Text>;
  const count = known.length - shownFacts;
  return (
    <>
      <Stack gap={4} component="dl" m={0}>
        {known.slice(0, hasAll ? undefined : shownFacts).map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: "anywhere" }}>
              {value}
            </Text>
          </div>
        ))}
      </Stack>
      {count > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: "start" }}
          aria-expanded={hasAll}
          onClick={() => setHasAll(!hasAll)}
        >
          {hasAll ? t("beside.fewerFields") : t("beside.moreFields", { count })}
        </Button>
      )}
    </>
  );
}
