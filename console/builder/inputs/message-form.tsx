import { lazyPart } from "../../frame/loading/lazy-part.tsx";

/** A form of the page's account. Few flows have one, so its list is loaded when it is first needed. */
export const MessageFormInput = lazyPart(async () => (await import("./message-form-select.tsx")).MessageFormSelect, {
  height: 60,
});
