/** Names that browsers still give zones which have other names today. */
const renamed: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The zone by its name of today: `Asia/Saigon` is `Asia/Ho_Chi_Minh`. */
export const zoneOf = (name: string): string => renamed[name] ?? name;

export const formerNamesOf = (zone: string): string[] =>
  Object.entries(renamed).flatMap(([former, name]) => (name === zone ? [former] : []));

/** Cities that people look for and that no zone is named after. */
export const citiesOf: Record<string, string[]> = {
  "America/Chicago": ["Dallas", "Houston"],
  "America/Los_Angeles": ["San Francisco", "Seattle"],
  "America/New_York": ["Atlanta", "Boston", "Miami", "Washington"],
  "America/Sao_Paulo": ["Brasilia", "Rio de Janeiro"],
  "Asia/Dubai": ["Abu Dhabi"],
  "Asia/Ho_Chi_Minh": ["Hanoi", "Hà Nội", "Saigon", "Sài Gòn", "Đà Nẵng", "Danang", "Cần Thơ", "Hải Phòng"],
  "Asia/Karachi": ["Islamabad", "Lahore"],
  "Asia/Kolkata": ["Bangalore", "Chennai", "Delhi", "Mumbai"],
  "Asia/Seoul": ["Busan"],
  "Asia/Shanghai": ["Beijing", "Guangzhou", "Shenzhen"],
  "Asia/Tokyo": ["Osaka"],
  "Australia/Sydney": ["Canberra"],
  "Europe/Berlin": ["Frankfurt", "Hamburg", "Munich"],
  "Europe/Istanbul": ["Ankara"],
  "Europe/Madrid": ["Barcelona"],
  "Europe/Rome": ["Milan"],
  "Europe/Zurich": ["Bern", "Geneva"],
  "Pacific/Auckland": ["Wellington"],
};
