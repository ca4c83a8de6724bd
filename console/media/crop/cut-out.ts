import { type Area, storedSize } from "./area.ts";

/** The area of a loaded picture as a file of its own. */
export async function cutOut(picture: HTMLImageElement, area: Area, url: string): Promise<File> {
  const canvas = document.createElement("canvas");
  const { width, height } = storedSize(area);
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw pictures.");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const name = decodeURIComponent(url.split("/").at(-1) ?? "");
  const [, stem = name, ending = ""] = /^(.*)\.(\w+)$/.exec(name) ?? [];
  const type = types[ending.toLowerCase()] ?? "image/jpeg";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  if (!blob) throw new Error("The picture could not be cut.");
  // A browser that cannot write the type writes PNG.
  return new File([blob], `${stem}-${width}x${height}.${blob.type.slice("image/".length)}`, { type: blob.type });
}

const types: Record<string, string> = { png: "image/png", webp: "image/webp" };
