import { safeHeaders } from "./built-files.ts";

/** Types that browsers show without running scripts. All others, HTML and SVG among them, are downloads. */
const shownTypes = new Set([
  ...["image/jpeg", "image/png", "image/gif", "image/webp"],
  ...["audio/ogg", "audio/mpeg", "audio/mp4", "audio/aac", "audio/amr", "audio/wav", "audio/webm", "audio/x-m4a"],
  ...["video/mp4", "video/webm", "video/ogg", "video/3gpp", "video/quicktime"],
  "application/pdf",
]);

/** The headers of a file from a stranger. It may be opened on the console's own host, so it must not run anything. */
export function fileHeaders({ contentType, name }: { contentType: string; name: string | null }) {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const isShown = shownTypes.has(type);
  return {
    ...safeHeaders,
    "content-type": isShown ? type : "application/octet-stream",
    "content-disposition": disposition(isShown ? "inline" : "attachment", name ?? "file"),
    "content-security-policy": policy,
    // Sites with the widget show the files too.
    "cross-origin-resource-policy": "cross-origin",
    "x-robots-tag": "noindex",
  };
}

/** No script, no form, no other host. Browsers' players need the same origin to read the file they play. */
const policy = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  "style-src 'unsafe-inline'",
  "sandbox allow-same-origin",
].join("; ");

/** RFC 6266: the name in ASCII for old clients, and in UTF-8. */
function disposition(kind: "inline" | "attachment", name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
