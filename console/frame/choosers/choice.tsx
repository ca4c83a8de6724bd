import { Chip, Group } from "@mantine/core";

type Props<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of few, all in sight. They wrap on a phone. */
export function Choice<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const choose = (next: string) => {
    const chosen = options.find((option) => option.value === next);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Chip.Group value={value} onChange={choose}>
      <Group gap="xs" role="radiogroup" aria-label={label}>
        {options.map((option) => (
          <Chip key={option.value} value={option.value}>
            {option.label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
