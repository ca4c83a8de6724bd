import {
  Button,
  Collapse,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { IconChevronDown, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldsQuery } from "../../queries.ts";
import { useScene } from "../context.ts";
import { newTestCustomer, startOf, type TestCustomer } from "../try-out/test-customer.ts";

type Props = { customer: TestCustomer; onStart: (customer: TestCustomer) => void };

/** The customer that the flow is tested with. Starting with another one begins the conversation again. */
export function TestCustomerBar({ customer, onStart }: Props) {
  const { t } = useTranslation("builder");
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { user_first_name = "", user_last_name = "" } = customer.values;
  const name = `${user_first_name} ${user_last_name}`.trim() || t("testCustomer.nameless");
  const start = (next: TestCustomer) => {
    setIsOpen(false);
    onStart(next);
  };
  return (
    <div className="test-customer">
      <UnstyledButton
        className="test-customer-bar"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconUser size={16} aria-hidden />
        <span className="test-customer-name">{t("testCustomer.bar", { name })}</span>
        <span className="test-customer-state">{t(`testCustomer.${customer.isKnown ? "known" : "fresh"}`)}</span>
        <IconChevronDown size={16} aria-hidden className={isOpen ? "is-turned" : undefined} />
      </UnstyledButton>
      <Collapse id={id} expanded={isOpen}>
        {isOpen && <CustomerForm customer={customer} onStart={start} />}
      </Collapse>
    </div>
  );
}

function CustomerForm({ customer, onStart }: Props) {
  const { t } = useTranslation("builder");
  const { page, names } = useScene();
  const { data: fields = [] } = useQuery(fieldsQuery(page.id));
  const [edited, setEdited] = useState(customer);
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const { unfit } = startOf(edited, { types, zone: page.timezone, now: 0 });
  const setValue = (name: string, value: string) => {
    const { [name]: _, ...others } = edited.values;
    setEdited({ ...edited, values: value === "" ? others : { ...others, [name]: value } });
  };
  const valueProps = (name: string, label: string) => ({
    label,
    size: "xs" as const,
    value: edited.values[name] ?? "",
    error: unfit.includes(name) ? t("testCustomer.unfit") : undefined,
  });
  const text = (name: string, label: string) => (
    <TextInput
      key={name}
      {...valueProps(name, label)}
      onChange={({ currentTarget }) => setValue(name, currentTarget.value)}
    />
  );
  const choice = (name: string, label: string, data: { value: string; label: string }[]) => (
    <Select
      key={name}
      {...valueProps(name, label)}
      value={edited.values[name] ?? null}
      data={data}
      searchable
      clearable
      placeholder={t("testCustomer.empty")}
      nothingFoundMessage={t("inputs.nothing")}
      clearButtonProps={{ "aria-label": t("inputs.clear", { label }) }}
      onChange={(value) => setValue(name, value ?? "")}
    />
  );
  const truths = [
    { value: "true", label: t("testCustomer.yes") },
    { value: "false", label: t("testCustomer.no") },
  ];
  const genders = (["MALE", "FEMALE"] as const).map((value) => ({ value, label: t(`testCustomer.genders.${value}`) }));
  const nameOf = (name: string) => t(`variables.names.${name}`);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onStart(edited);
      }}
    >
      <Stack gap="xs" pt="xs">
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
          {text("user_first_name", nameOf("user_first_name"))}
          {text("user_last_name", nameOf("user_last_name"))}
          {choice("gender", nameOf("gender"), genders)}
          {choice("locale", nameOf("locale"), useLanguages())}
          {text("email", nameOf("email"))}
          {text("phone", nameOf("phone"))}
        </SimpleGrid>
        {text("address", nameOf("address"))}
        <MultiSelect
          size="xs"
          label={t("testCustomer.tags")}
          searchable
          clearable
          clearButtonProps={{ "aria-label": t("inputs.clear", { label: t("testCustomer.tags") }) }}
          nothingFoundMessage={t("inputs.nothing")}
          data={[...names.tag].map(([id, name]) => ({ value: String(id), label: name }))}
          value={edited.tags.map(String)}
          onChange={(tags) => setEdited({ ...edited, tags: tags.map(Number) })}
        />
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
          {fields.map(({ name, type }) => (type === "boolean" ? choice(name, name, truths) : text(name, name)))}
        </SimpleGrid>
        <Switch
          size="xs"
          label={t("testCustomer.isKnown")}
          description={t("testCustomer.isKnownHelp")}
          checked={edited.isKnown}
          onChange={({ currentTarget }) => setEdited({ ...edited, isKnown: currentTarget.checked })}
        />
        <Group gap={6}>
          <Button type="submit" size="compact-sm">
            {t("testCustomer.start")}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onStart({ ...newTestCustomer, branches: edited.branches })}
          >
            {t("testCustomer.fresher")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const languages = [
  "vi",
  "en",
  "zh",
  "ja",
  "ko",
  "th",
  "lo",
  "km",
  "id",
  "ms",
  "fr",
  "de",
  "es",
  "pt",
  "ru",
  "ar",
  "hi",
];

function useLanguages(): { value: string; label: string }[] {
  const { i18n } = useTranslation("builder");
  const names = new Intl.DisplayNames(i18n.language, { type: "language" });
  return languages.map((value) => ({ value, label: names.of(value) ?? value }));
}
