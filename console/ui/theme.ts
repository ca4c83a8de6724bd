import { Badge, type CSSVariablesResolver, createTheme, type MantineColorsTuple, Modal } from "@mantine/core";

const coral: MantineColorsTuple = [
  "#fff1eb",
  "#ffe1d4",
  "#ffc2a8",
  "#ffa078",
  "#ff8350",
  "#fb6d35",
  "#f05f27",
  "#c94a16",
  "#a83d12",
  "#8a3210",
];

/**
 * The console's look in one place. Indigo is for what one can do; coral, the second colour, only for the
 * brand, for what waits for a person and for what is compared with. All shades in use keep white text on them and their
 * own text on white readable (WCAG AA).
 */
export const theme = createTheme({
  primaryColor: "indigo",
  colors: { coral },
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: '"Be Vietnam Pro", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  components: {
    // Mantine's grey dot has the colour of its badge in the dark.
    Badge: Badge.extend({
      vars: (_, { variant, color }) => ({
        root: variant === "dot" && color === "gray" ? { "--badge-dot-color": "var(--mantine-color-dimmed)" } : {},
      }),
    }),
    Modal: Modal.extend({ styles: { title: { fontWeight: 600, fontSize: "1.125rem", lineHeight: 1.35 } } }),
    // Their headers are <header> elements at the top level, so each would be a second banner landmark.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
  },
  headings: { fontWeight: "600", sizes: { h1: { fontSize: "1.5rem" }, h2: { fontSize: "1.125rem" } } },
});

/**
 * Every colour that Mantine has not, and those of its greys and reds that have too little contrast for small text.
 * Style sheets name them; a guard finds colours elsewhere.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    // Every screen has the same left edge and one of two widths.
    "--content-width": "1200px",
    "--form-width": "760px",
    // A note is paper, in the dark too.
    "--paper": "#fff3bf",
    "--paper-text": "#3b3200",
    // A code that phones read, whatever the scheme.
    "--code-ground": "#ffffff",
    "--code-ink": "#000000",
  },
  light: {
    "--mantine-color-dimmed": "#5c636b",
    "--mantine-color-placeholder": "#6b727a",
    "--mantine-color-error": "#c92a2a",
    "--mantine-color-anchor": "#3b5bdb",
    "--mantine-color-indigo-light-hover": "#cdd8ff",
    "--canvas": "#f8f9fb",
    "--drawn-line": "#4263eb",
    "--drawn-paper": "#ffffff",
    "--drawn-shade": "#e5ebff",
    "--drawn-accent": "#fb6d35",
    "--mantine-color-red-text": "#c92a2a",
    "--mantine-color-red-filled": "#c92a2a",
    "--mantine-color-red-filled-hover": "#b02525",
    "--mantine-color-red-outline": "#c92a2a",
    "--mantine-color-red-light-color": "#b02525",
    "--mantine-color-green-text": "#237032",
    "--bot-bubble": "#e3e8ff",
    "--chosen-row": "#eef2ff",
    "--note-composer": "#fff9db",
    "--note-ground": "#fff3bf",
    "--note-text": "#3d2f00",
    "--person-bubble": "#d3f2dc",
    "--picture-ground": "#e9ecef",
    "--placeholder": "#e9ecef",
    "--waiting-text": "#8a3210",
    "--warning-ground": "#fff3bf",
    "--warning-text": "#5c3d00",
    "--good": "#226d31",
    "--bad": "#c92a2a",
    "--warning": "#8f5200",
    "--inset": "#f8f9fb",
    "--bubble": "#f1f3f5",
    "--chat-ground": "#ffffff",
    "--media": "#e9ecef",
    "--busy-1": "#edf2ff",
    "--busy-2": "#dbe4ff",
    "--busy-3": "#bac8ff",
    "--busy-4": "#4263eb",
    "--busy-4-text": "#ffffff",
  },
  dark: {
    "--mantine-color-dimmed": "#a9adb3",
    "--mantine-color-placeholder": "#9a9ea5",
    "--mantine-color-error": "#ff8787",
    "--mantine-color-anchor": "#91a7ff",
    "--canvas": "#1b1c1f",
    "--drawn-line": "#91a7ff",
    "--drawn-paper": "#25262b",
    "--drawn-shade": "#2a3150",
    "--drawn-accent": "#ff8350",
    "--mantine-color-red-text": "#ff8787",
    "--bot-bubble": "#2b3050",
    "--chosen-row": "#262b45",
    "--note-composer": "#2f2a14",
    "--note-ground": "#453a10",
    "--note-text": "#fff3bf",
    "--person-bubble": "#1f4029",
    "--picture-ground": "#3a3c42",
    "--placeholder": "#34363b",
    "--waiting-text": "#ffa078",
    "--warning-ground": "#4d3c00",
    "--warning-text": "#ffec99",
    "--good": "#69db7c",
    "--bad": "#ff8787",
    "--warning": "#ffc078",
    "--inset": "#242528",
    "--bubble": "#34363b",
    "--chat-ground": "#1b1c1f",
    "--media": "#3a3c42",
    "--busy-1": "#23284a",
    "--busy-2": "#2d366a",
    "--busy-3": "#37458f",
    "--busy-4": "#91a7ff",
    "--busy-4-text": "#111111",
  },
});
