import { Button, Group, Popover, Stack, TextInput } from "@mantine/core";
import { IconNews } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { Choice } from "../../frame/choosers/choice.tsx";
import { usePage } from "../../frame/use-page.ts";
import { showToast } from "../../ui/toast.tsx";
import { customersKey, type Profile } from "../queries.ts";

/** Notes what the customer has said elsewhere about the page's news. The words are the proof, beside the member's name. */
export function SubscriptionButton({ customer: { psid, marketing } }: { customer: Profile }) {
  const { t } = useTranslation("customers");
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} position="top-start" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: "flex-start" }}
          leftSection={<IconNews size={14} aria-hidden />}
          onClick={() => setOpen((before) => !before)}
        >
          {t("subscription.change")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Form psid={psid} isWanted={marketing?.is_wanted !== true} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

type FormProps = {
  psid: string;
  /** The choice at first: mostly somebody has changed their mind. */
  isWanted: boolean;
  onDone: () => void;
};

function Form({ psid, isWanted, onDone }: FormProps) {
  const { t } = useTranslation("customers");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [choice, setChoice] = useState<"yes" | "no">(isWanted ? "yes" : "no");
  const [words, setWords] = useState("");
  const keep = useMutation({
    mutationFn: () =>
      api("PUT /pages/:page_id/customers/:psid/subscription", {
        params: { page_id, psid },
        body: { is_wanted: choice === "yes", words: words.trim() },
      }),
    onSuccess: () => {
      showToast({ message: t("subscription.kept") });
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: customersKey(page_id) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate();
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <Choice
        label={t("subscription.label")}
        options={(["yes", "no"] as const).map((value) => ({ value, label: t(`subscription.${value}`) }))}
        value={choice}
        onChange={setChoice}
      />
      <TextInput
        label={t("subscription.words")}
        description={t("subscription.wordsHelp")}
        placeholder={t("subscription.example")}
        required
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button type="submit" size="compact-md" loading={keep.isPending} disabled={words.trim() === ""}>
          {t("subscription.keep")}
        </Button>
      </Group>
    </Stack>
  );
}
