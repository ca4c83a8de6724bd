import type { TextMark } from "@banter/core/model/content/text-marks.ts";

/** Messages as a chat shows them, with the quick replies below them. */
export type Preview = { messages: PreviewMessage[]; replies: PreviewButton[] };

export type PreviewMessage =
  | { type: "text"; text: string; marks: TextMark[]; buttons: PreviewButton[]; isList?: true }
  | { type: "image"; url: string; alt?: string; text?: string; buttons: PreviewButton[]; isList?: true }
  | { type: "video" | "audio" | "file"; url: string; buttons: PreviewButton[]; isList?: true }
  | { type: "cards"; isSquare: boolean; cards: PreviewCard[] }
  | { type: "template"; name: string; text: string };

/** `index` counts the message's buttons, to report a press. `to` is the address or the number that it leads to. */
export type PreviewButton = {
  title: string;
  kind: "press" | "url" | "call" | "open" | Asking;
  index: number;
  to?: string;
  /** It may stand beside others of its kind. */
  sharesRow?: true;
};
export type Asking = "phone_number" | "email" | "location";

export type PreviewCard = {
  title: string;
  subtitle: string;
  imageUrl: string;
  imageAlt?: string;
  buttons: PreviewButton[];
};
