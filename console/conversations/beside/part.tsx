import { Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A part of the panel with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={4} size="xs" c="dimmed" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}
