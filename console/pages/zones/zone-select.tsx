import { Select, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { zoneOf } from "./zone-names.ts";
import { listZones, searchZones, type ZoneOption, zoneLabel } from "./zones.ts";

type Props = { value: string; onChange: (zone: string) => void; disabled: boolean; error: ReactNode };

/** A page's time zone, found by city, country or offset. */
export function ZoneSelect({ value, onChange, disabled, error }: Props) {
  const { t, i18n } = useTranslation("pages");
  const [zones, setZones] = useState<ZoneOption[]>();
  const zone = zoneOf(value);
  return (
    <Select
      label={t("general.timezone")}
      description={t("general.timezoneHelp")}
      searchable
      allowDeselect={false}
      limit={60}
      disabled={disabled}
      data={zones ?? [{ value: zone, label: zoneLabel(zone) }]}
      filter={({ search }) => searchZones(zones ?? [], search)}
      renderOption={({ option }) => <Option {...(option as ZoneOption)} />}
      onDropdownOpen={() => setZones(listZones(value, i18n.language))}
      nothingFoundMessage={t("general.noZone")}
      value={zone}
      error={error}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}

function Option({ label, country = "" }: Partial<ZoneOption>) {
  return (
    <span>
      {label}
      {country && (
        <Text span size="sm" c="dimmed">
          {" "}
          · {country}
        </Text>
      )}
    </span>
  );
}
