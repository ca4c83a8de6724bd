import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { type DueMail, listAlbumMail } from "../../store/conversations/due-mail.ts";
import type { Db } from "../../store/db/db.ts";

/** `parts` are the ids of the rows that were put together with this one. */
export type GatheredMail = DueMail & { parts?: number[] };

/**
 * Puts the messages of an album together: one event with all pictures, at the place of the first that is due. The others
 * may not be due yet. Everything stays in the mailbox until the turn is committed, so a crash loses nothing.
 */
export async function gatherAlbums(db: Db, due: DueMail[]): Promise<GatheredMail[]> {
  const asked = due.flatMap(({ pageId, psid, event }) => {
    const album = albumOf(event);
    return album === undefined ? [] : [{ pageId, psid, album }];
  });
  if (asked.length === 0) return due;
  const albums = new Map(asked.map((album) => [keyOf(album), album]));
  const found = (await listAlbumMail(db, [...albums.values()])).filter(({ event }) => albumOf(event) !== undefined);
  const rows = Map.groupBy(found, nameOf);
  return due.flatMap((mail): GatheredMail[] => {
    if (albumOf(mail.event) === undefined) return [mail];
    const parts = rows.get(nameOf(mail));
    rows.delete(nameOf(mail));
    const [first, ...others] = parts ?? [];
    if (!first) return [];
    return [{ ...first, event: together([first, ...others]), parts: others.map(({ id }) => id) }];
  });
}

type Message = Extract<MailEvent, { type: "message" }>;

function albumOf(event: unknown): string | undefined {
  const { type, album } = event as Message;
  return type === "message" ? album : undefined;
}

const nameOf = ({ event, ...mail }: DueMail) => keyOf({ ...mail, album: albumOf(event) ?? "" });

const keyOf = ({ pageId, psid, album }: { pageId: string; psid: string; album: string }) =>
  `${pageId} ${psid} ${album}`;

/** One of the messages has the caption. The newest token for an answer is valid longest. */
function together(parts: DueMail[]): MailEvent {
  const messages = parts.map(({ event }) => event as Message);
  const [first] = messages as [Message];
  const reply = messages.findLast((message) => message.reply)?.reply;
  return {
    ...first,
    text: messages.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n"),
    attachments: messages.flatMap(({ attachments = [] }) => attachments),
    ...(reply && { reply }),
  };
}
