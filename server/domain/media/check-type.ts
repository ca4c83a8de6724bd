import { AppError } from "@banter/core/model/error.ts";
import { type MediaKind, mediaTypes } from "@banter/core/model/media.ts";
import { sniff } from "../../media/sniff.ts";
import { extensionOf } from "./file-name.ts";

export type CheckedType = { contentType: string; kind: MediaKind };

/** The type of a file by its content. Throws if it is not allowed, or not what its name and its sender say. */
export function checkType(head: Buffer, { name, declaredType }: Claims): CheckedType {
  const found = sniff(head);
  if (found === "markup") throw notAllowed("HTML, SVG and XML files are not allowed, under any name.");
  const claims = claimsOf({ name, declaredType });
  const contentType = found && (ambiguous[found]?.find((type) => claims.includes(type)) ?? found);
  const type = contentType === undefined ? undefined : mediaTypes[contentType];
  if (!contentType || !type) {
    if (claims.length > 0) throw mismatch();
    throw notAllowed("Files of this type are not allowed.");
  }
  for (const claim of claims) if (!isCompatible(contentType, claim)) throw mismatch();
  if (claims.length === 0 && isNamedOtherwise(name)) throw notAllowed("Files of this type are not allowed.");
  return { contentType, kind: type.kind };
}

type Claims = { name: string; declaredType: string | undefined };

/** Containers whose first bytes do not tell what is in them: the sender's word decides between these. */
const ambiguous: Record<string, string[]> = {
  "video/mp4": ["audio/mp4"],
  "video/3gpp": ["audio/mp4"],
  "video/webm": ["audio/webm"],
  "text/plain": ["text/csv"],
  "application/x-ole": ["application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"],
  "application/zip": Object.keys(mediaTypes).filter((type) => type.startsWith("application/vnd.openxmlformats")),
};

/** The types that the name's ending and the declared type stand for, as far as we know them. */
function claimsOf({ name, declaredType }: Claims): string[] {
  const byName = typeByExtension.get(extensionOf(name));
  const declared = declaredType?.split(";")[0]?.trim().toLowerCase() ?? "";
  const known = aliases[declared] ?? declared;
  return [...new Set([byName, mediaTypes[known] && known].filter((type) => type !== undefined))];
}

const typeByExtension = new Map(
  Object.entries(mediaTypes).flatMap(([type, { extensions }]) => extensions.map((extension) => [extension, type])),
);

/** Other names that browsers have for the same types. */
const aliases: Record<string, string> = {
  "image/jpg": "image/jpeg",
  "audio/mp3": "audio/mpeg",
  "audio/x-m4a": "audio/mp4",
  "audio/m4a": "audio/mp4",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/opus": "audio/ogg",
  "application/ogg": "audio/ogg",
  "application/x-zip-compressed": "application/zip",
};

/** Phones name pictures, videos and sound wrongly all the time, which is harmless within a kind. Documents are exact. */
function isCompatible(contentType: string, claim: string): boolean {
  if (contentType === claim || (contentType === "text/csv" && claimsText.has(claim))) return true;
  const kind = mediaTypes[claim]?.kind;
  return kind !== "file" && kind === mediaTypes[contentType]?.kind;
}

/** Windows declares CSV files as Excel's. */
const claimsText = new Set(["text/plain", "application/vnd.ms-excel"]);

/** Text under the name of a program, such as `invoice.bat`. */
const isNamedOtherwise = (name: string) => extensionOf(name) !== "";

const mismatch = () =>
  new AppError("file_type_mismatch", "The content of the file is not what its name or content type says.");
const notAllowed = (message: string) => new AppError("file_type_not_allowed", message);
