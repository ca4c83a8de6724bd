/** `#rrggbb` in lower case, or undefined for anything else, so that the result is safe in a style. */
export function readColor(value: string | null | undefined): string | undefined {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(value?.trim() ?? "")?.[1]?.toLowerCase();
  if (!digits) return undefined;
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** Black or white, the one with more contrast to the colour. The contrast is always 4.5 or more. */
export function textColorOn(color: string): "#000000" | "#ffffff" {
  return contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000";
}

/** The colour, made darker or lighter until it is readable as text on surfaces that have the same text colour. */
export function readableOn(surfaces: [string, ...string[]], color: string): string {
  const ink = textColorOn(surfaces[0]);
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, ink, share);
    if (surfaces.every((surface) => contrast(mixed, surface) >= 4.5)) return mixed;
  }
  return ink;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

function toHex(values: number[]): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

/** The colour, moved towards the other by the share. */
export function mix(color: string, other: string, share: number): string {
  const towards = channels(other);
  return toHex(channels(color).map((channel, index) => channel + ((towards[index] ?? 0) - channel) * share));
}
