/** The city that a time zone is named after: "Ho Chi Minh" of `Asia/Ho_Chi_Minh`. */
export const zoneCity = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
