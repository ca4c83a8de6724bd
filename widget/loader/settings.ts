/** The attributes of the script tag. */
export type WidgetSettings = {
  page: string;
  chatUrl: URL;
  ref: string | undefined;
  color: string | undefined;
  side: "left" | "right" | undefined;
  openAtOnce: boolean;
};
