import { Button, Group, Popover, Select, Stack } from "@mantine/core";
import { useDebouncedValue, useLocalStorage } from "@mantine/hooks";
import { IconTestPipe } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { testersQuery } from "../queries.ts";
import { letters } from "./draft.ts";

type Props = {
  variants: number;
  isDisabled: boolean;
  isPending: boolean;
  onTest: (to: { psid: string; variant: number }) => void;
};

type Tester = { value: string; label: string };

/**
 * Sends the broadcast to one chat, mostly one's own. The chat of the last test is chosen already; without one nobody is,
 * so that no test goes to a stranger.
 */
export function TestButton({ variants, isDisabled, isPending, onTest }: Props) {
  const { t } = useTranslation("audience");
  const { id: pageId } = usePage();
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search, 250);
  const [variant, setVariant] = useState(0);
  const [chosen, setChosen] = useLocalStorage<Tester | null>({ key: `banter-test-chat-${pageId}`, defaultValue: null });
  const [isOpen, setOpen] = useState(false);
  const { data = [], isPlaceholderData } = useQuery({ ...testersQuery(pageId, asked), enabled: isOpen });
  // Those of an earlier search are not offered, lest a quick Enter chooses one of them.
  const customers = isPlaceholderData || asked !== search ? [] : data;
  const found = customers.map(({ psid, name }) => ({ value: psid, label: name ? `${name} · ${psid}` : psid }));
  const options = chosen ? [chosen, ...found.filter(({ value }) => value !== chosen.value)] : found;
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} position="top-start" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconTestPipe size={16} aria-hidden />}
          disabled={isDisabled}
          loading={isPending}
          onClick={() => setOpen((before) => !before)}
        >
          {t("test.open")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Select
            label={t("test.to")}
            description={t("test.help")}
            comboboxProps={{ withinPortal: false }}
            placeholder={t("test.choose")}
            // Without a remembered chat the list is open at once, and typing searches in it.
            {...(chosen === null && { "data-autofocus": true })}
            openOnFocus
            searchable
            allowDeselect={false}
            data={options}
            filter={({ options: all }) => all}
            value={chosen?.value ?? null}
            // The name of the chosen one stands in the field, and is no search.
            onSearchChange={(next) => setSearch(options.some(({ label }) => label === next) ? "" : next)}
            onChange={(_, option) => setChosen(option)}
          />
          {variants > 1 && (
            <Select
              label={t("test.variant")}
              comboboxProps={{ withinPortal: false }}
              allowDeselect={false}
              data={letters.slice(0, variants).map((letter, index) => ({ value: String(index), label: letter }))}
              value={String(variant)}
              onChange={(next) => setVariant(Number(next ?? 0))}
            />
          )}
          <Group justify="flex-end">
            <Button
              size="compact-md"
              {...(chosen !== null && { "data-autofocus": true })}
              disabled={chosen === null}
              onClick={() => {
                if (chosen === null) return;
                setOpen(false);
                onTest({ psid: chosen.value, variant: Math.min(variant, variants - 1) });
              }}
            >
              {t("test.send")}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
