import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { Db } from "../../store/db/db.ts";
import { listAlbumMail } from "../../store/runtime/due-mail.ts";
import { isReadable, type ReadMail } from "./item.ts";

/** `parts` are the ids of the rows that were put together with this one. */
type GatheredMail = ReadMail & { parts?: number[] };

/**
 * Puts the messages of an album together: one event with all pictures, at the place of the first that is due. The others
 * may not be due yet. Everything stays in the mailbox until the turn is committed, so a crash loses nothing.
 */
export async function gatherAlbums(db: Db, due: ReadMail[]): Promise<GatheredMail[]> {
  const asked = due.flatMap(({ pageId, psid, event }) => {
    const album = albumOf(event);
    return album === undefined ? [] : [{ pageId, psid, album }];
  });
  if (asked.length === 0) return due;
  const albums = new Map(asked.map((album) => [keyOf(album), album]));
  const found = (await listAlbumMail(db, [...albums.values()])).filter(isReadable);
  const rows = Map.groupBy(found.filter(isOfAlbum), nameOf);
  return due.flatMap((mail): GatheredMail[] => {
    if (!isOfAlbum(mail)) return [mail];
    const parts = rows.get(nameOf(mail));
    rows.delete(nameOf(mail));
    const [first, ...others] = parts ?? [];
    if (!first) return [];
    return [{ ...first, event: together([first, ...others]), parts: others.map(({ id }) => id) }];
  });
}

type Message = Extract<MailEvent, { type: "message" }>;

const albumOf = (event: MailEvent) => (event.type === "message" ? event.album : undefined);

type AlbumMail = ReadMail & { event: Message };

const isOfAlbum = (mail: ReadMail): mail is AlbumMail => albumOf(mail.event) !== undefined;

const nameOf = ({ event, ...mail }: AlbumMail) => keyOf({ ...mail, album: event.album ?? "" });

const keyOf = ({ pageId, psid, album }: { pageId: string; psid: string; album: string }) =>
  `${pageId} ${psid} ${album}`;

/** One of the messages has the caption. The newest token for an answer is valid longest. */
function together(parts: [AlbumMail, ...AlbumMail[]]): MailEvent {
  const messages = parts.map(({ event }) => event);
  const [{ event: first }] = parts;
  const reply = messages.findLast((message) => message.reply)?.reply;
  return {
    ...first,
    text: messages.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n"),
    attachments: messages.flatMap(({ attachments = [] }) => attachments),
    ...(reply && { reply }),
  };
}
