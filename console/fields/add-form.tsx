import { Refusal } from "@banter/sdk/manage.ts";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { errorText } from "../ui/error-text.ts";

type Props = {
  /** The group of words. */
  of: "fields" | "tags";
  form: z.ZodType<string>;
  add: (name: string) => Promise<unknown>;
  /** The query to reload. */
  queryKey: QueryKey;
  /** A line below, about what is typed. */
  rule?: (typed: string) => string;
  /** Further inputs. */
  children?: ReactNode;
};

/** Adds a tag or a field by its name. */
export function AddForm({ of, form, add, queryKey, rule, children }: Props) {
  const { t } = useTranslation("fields");
  const client = useQueryClient();
  const [name, setName] = useState("");
  const isGood = form.safeParse(name.trim()).success;
  const adding = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => add(name.trim()),
    onSuccess: () => {
      setName("");
      return client.invalidateQueries({ queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGood) adding.mutate();
  };
  const taken = adding.error instanceof Refusal && adding.error.code === "conflict" ? t(`${of}.taken`) : undefined;
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group align="flex-start" gap="sm" style={{ rowGap: 0 }}>
          <TextInput
            flex="1 1 140px"
            label={t(`${of}.name`)}
            placeholder={t(`${of}.placeholder`)}
            value={name}
            error={name !== "" && !isGood ? t(`${of}.fault`) : (taken ?? (adding.error && errorText(adding.error)))}
            onChange={(event) => {
              setName(event.currentTarget.value);
              adding.reset();
            }}
          />
          {children}
          <Button
            type="submit"
            mt={24}
            variant="default"
            disabled={!isGood}
            loading={adding.isPending}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t(`${of}.add`)}
          </Button>
        </Group>
        {rule && (
          <Text size="xs" c="dimmed">
            {rule(name.trim())}
          </Text>
        )}
      </Stack>
    </form>
  );
}
