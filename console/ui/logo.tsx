import { Group, type GroupProps, Text } from "@mantine/core";

/** The product's name and mark: a bubble with an answer on its way. */
export function Logo(props: GroupProps) {
  return (
    <Group gap={9} {...props}>
      <svg width={26} height={26} viewBox="0 0 32 32" aria-hidden>
        <path
          fill="var(--drawn-line)"
          d="M8 3h16a6 6 0 0 1 6 6v9a6 6 0 0 1-6 6H14l-6.3 5A1.1 1.1 0 0 1 6 28.1V24a6 6 0 0 1-4-6V9a6 6 0 0 1 6-6z"
        />
        <g fill="var(--drawn-paper)">
          <circle cx={10} cy={13.5} r={2.3} />
          <circle cx={16.5} cy={13.5} r={2.3} />
        </g>
        <circle cx={23} cy={13.5} r={2.6} fill="var(--drawn-accent)" />
      </svg>
      <Text fw={600} size="lg" className="logo-name">
        Banter
      </Text>
    </Group>
  );
}
