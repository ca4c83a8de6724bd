import { type CSSVariablesResolver, createTheme, Modal } from "@mantine/core";

/** One accent, indigo, in shades that keep white text on it and its own text on white readable (WCAG AA). */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  components: {
    Modal: Modal.extend({ styles: { title: { fontWeight: 650, fontSize: "1.125rem" } } }),
    // Their headers are <header> elements at the top level, so each would be a second banner landmark.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
  },
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.5rem" }, h2: { fontSize: "1.125rem" } } },
});

/** Mantine's own greys and reds have too little contrast for small text. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5c636b",
    "--mantine-color-placeholder": "#6b727a",
    "--mantine-color-error": "#c92a2a",
    "--mantine-color-anchor": "#3b5bdb",
    "--mantine-color-indigo-light-hover": "#cdd8ff",
    "--canvas": "#f8f9fb",
    "--mantine-color-red-text": "#c92a2a",
    "--mantine-color-red-filled": "#c92a2a",
    "--mantine-color-red-filled-hover": "#b02525",
    "--mantine-color-red-outline": "#c92a2a",
    "--mantine-color-red-light-color": "#b02525",
    "--mantine-color-green-text": "#237032",
  },
  dark: {
    "--mantine-color-dimmed": "#a9adb3",
    "--mantine-color-placeholder": "#9a9ea5",
    "--mantine-color-error": "#ff8787",
    "--mantine-color-anchor": "#91a7ff",
    "--canvas": "#1b1c1f",
    "--mantine-color-red-text": "#ff8787",
  },
});
