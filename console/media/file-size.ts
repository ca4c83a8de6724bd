import i18next from "i18next";

/** `1.4 MB`, in the reader's way of writing numbers. */
export function fileSize(bytes: number, language: string = i18next.language): string {
  const [unit = "kB", size = 1024] = units.find(([, size]) => bytes >= size) ?? [];
  const amount = bytes / size;
  return `${amount.toLocaleString(language, { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`;
}

const units: [unit: string, bytes: number][] = [
  ["GB", 1024 ** 3],
  ["MB", 1024 ** 2],
  ["kB", 1024],
];
