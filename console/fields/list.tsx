import { Stack } from "@mantine/core";
import type { ReactNode } from "react";

type Props<Item> = { label: string; items: readonly Item[]; render: (item: Item) => ReactNode };

/** An unordered list without bullets. */
export function PlainList<Item extends { id: number }>({ label, items, render }: Props<Item>) {
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }} aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>{render(item)}</li>
      ))}
    </Stack>
  );
}
