import { textColorOn } from "../color.ts";
import { type Look, schemeOf, surfaceOf } from "../look.ts";

/** Sets the side and the variables of the widget's style. Replaces the look that was applied before. */
export function dress(host: HTMLElement, look: Look): void {
  const { side, margin, color, css } = look;
  const scheme = schemeOf(look);
  const surface = surfaceOf(look, scheme) ?? (scheme === "dark" ? "#17181c" : "#ffffff");
  host.dataset.scheme = scheme;
  if (side) host.dataset.side = side;
  else delete host.dataset.side;
  const variables = {
    accent: color,
    ink: color && textColorOn(color),
    surface,
    text: textColorOn(surface),
    side: margin && `${margin.side}px`,
    bottom: margin && `${margin.bottom}px`,
    width: css?.["--panel-width"],
    height: css?.["--panel-height"],
    size: css?.["--launcher-size"],
    font: css?.["--font"],
  };
  for (const [name, value] of Object.entries(variables)) {
    if (value) host.style.setProperty(`--banter-${name}`, value);
    else host.style.removeProperty(`--banter-${name}`);
  }
}
