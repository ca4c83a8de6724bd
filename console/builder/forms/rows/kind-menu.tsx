import { Button, Menu, UnstyledButton } from "@mantine/core";
import { type Icon, IconPlus } from "@tabler/icons-react";

/** A kind of row that can be added. */
export type Kind = { value: string; label: string; icon: Icon };

type Props = {
  label: string;
  kinds: readonly Kind[];
  /** Without any row, all kinds are in view. */
  isOpen: boolean;
  onChoose: (kind: string) => void;
};

/** Asks which kind of row is wanted, so that none is there before. */
export function KindMenu({ label, kinds, isOpen, onChoose }: Props) {
  if (isOpen) {
    return (
      <div className="kind-grid">
        {kinds.map(({ value, label: words, icon: Icon }, index) => (
          <UnstyledButton
            key={value}
            className="kind-tile"
            data-first-focus={index === 0 || undefined}
            onClick={() => onChoose(value)}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
            <span>{words}</span>
          </UnstyledButton>
        ))}
      </div>
    );
  }
  return (
    <Menu withinPortal position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className="row-add"
          leftSection={<IconPlus size={14} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ value, label: words, icon: Icon }) => (
          <Menu.Item key={value} leftSection={<Icon size={16} aria-hidden />} onClick={() => onChoose(value)}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
