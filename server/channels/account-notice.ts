/** An event about a page's account or number at the platform. `text` is for the owner. */
export type AccountNotice =
  /** A template can be sent, or no longer. `isWarning`: it still can, but the platform has warned. */
  | { type: "template"; name: string; language: string; change: TemplateNews; text: string; isWarning: boolean }
  /** The words of a template have changed, so the templates must be read again. */
  | { type: "templates_changed" }
  /** The platform warns the page; nothing has changed yet. */
  | { type: "warning"; text: string }
  /** Another rating or limit of the page's number, or a restriction of the account; null if it has ended. */
  | { type: "account"; change: AccountNews; text: string };

type TemplateNews = { status?: string; quality?: string; category?: string; reason?: string | null };
type AccountNews = { quality?: string | null; messagingLimit?: string | null; restriction?: string | null };
