import { Button, Collapse, Group, NumberInput, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { amountOf, type ModelDraft, microsOf } from "./draft.ts";

type Props = { draft: ModelDraft; change: (part: Partial<ModelDraft>) => void; children: ReactNode };

/** The prices, and rare settings behind a button. `children` come last. */
export function MoreFields({ draft, change, children }: Props) {
  const { t } = useTranslation("models");
  const [isOpen, { toggle }] = useDisclosure(draft.purpose === "embeddings");
  const price = (key: "input_price" | "output_price") => (
    <NumberInput
      flex="1 1 180px"
      label={t(`form.${key}`)}
      min={0}
      max={1_000_000}
      decimalScale={6}
      hideControls
      value={amountOf(draft[key])}
      onChange={(next) => change({ [key]: microsOf(Number(next) || 0) })}
    />
  );
  const whole = (key: "max_tokens" | "timeout_seconds", max: number) => (
    <NumberInput
      label={t(`form.${key}`)}
      description={t(`form.${key}Help`)}
      min={1}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      value={draft[key]}
      onChange={(next) => typeof next === "number" && next > 0 && change({ [key]: next })}
    />
  );
  return (
    <>
      <div>
        <Group align="flex-end">
          {price("input_price")}
          {price("output_price")}
        </Group>
        <Text size="xs" c="dimmed" mt={4}>
          {t("form.priceHelp")}
        </Text>
      </div>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          leftSection={isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
          onClick={toggle}
        >
          {t("form.more")}
        </Button>
        <Collapse expanded={isOpen}>
          <Stack mt="sm">
            {draft.protocol !== "anthropic" && (
              <div>
                <Text size="sm" fw={500} mb={4} id="model-purpose">
                  {t("form.purpose")}
                </Text>
                <SegmentedControl
                  aria-labelledby="model-purpose"
                  data={(["chat", "embeddings"] as const).map((value) => ({ value, label: t(`purposes.${value}`) }))}
                  value={draft.purpose}
                  onChange={(next) => change({ purpose: next === "embeddings" ? "embeddings" : "chat" })}
                />
                <Text size="xs" c="dimmed" mt={4}>
                  {t("form.purposeHelp")}
                </Text>
              </div>
            )}
            {draft.purpose === "chat" && whole("max_tokens", 64_000)}
            {whole("timeout_seconds", 120)}
            {children}
          </Stack>
        </Collapse>
      </div>
    </>
  );
}
