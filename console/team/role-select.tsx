import { type Role, roles } from "@banter/core/model/role.ts";
import { Select, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = {
  label: string;
  isLabelHidden?: boolean;
  value: Role;
  onChange: (role: Role) => void;
  disabled?: boolean;
};

/** Selects a role; each option explains its permissions. */
export function RoleSelect({ label, isLabelHidden = false, value, onChange, disabled }: Props) {
  const { t } = useTranslation("team");
  return (
    <Select
      label={isLabelHidden ? undefined : label}
      aria-label={isLabelHidden ? label : undefined}
      data={roles.map((role) => ({ value: role, label: t(`ui:roles.${role}`) }))}
      allowDeselect={false}
      disabled={disabled}
      value={value}
      onChange={(role) => role && onChange(role as Role)}
      comboboxProps={{ width: 280, position: "bottom-end" }}
      renderOption={({ option }) => (
        <div>
          <Text size="sm" fw={600}>
            {option.label}
          </Text>
          <Text size="xs">{t(`roles.${option.value}`)}</Text>
        </div>
      )}
    />
  );
}
