export type Size = { width: number; height: number };
/** Zoom is at least 1. `left` and `top` are the place within the room that is left over, from 0 to 1. */
export type Cut = { zoom: number; left: number; top: number };
export type Area = { x: number; y: number; width: number; height: number };

/** Width by height of the shapes that pictures are cut to. A card shows landscapes or squares. */
export const shapes = { landscape: 1.91, square: 1, portrait: 0.8 } as const;
export type Shape = keyof typeof shapes;

/** The widest picture that a card needs on any screen. */
const maxWidth = 1200;

/** The part of a picture that a cut keeps: as much as fits the ratio of width to height, divided by the zoom. */
export function areaOf(size: Size, ratio: number, { zoom, left, top }: Cut): Area {
  const width = Math.min(size.width, size.height * ratio) / zoom;
  const height = width / ratio;
  return { x: left * (size.width - width), y: top * (size.height - height), width, height };
}

/** The cut after its picture was dragged, by pixels of the picture. */
export function dragged(size: Size, ratio: number, cut: Cut, by: { x: number; y: number }): Cut {
  const { width, height } = areaOf(size, ratio, cut);
  return {
    ...cut,
    left: within(cut.left - part(by.x, size.width - width)),
    top: within(cut.top - part(by.y, size.height - height)),
  };
}

/** True if a card shows the picture whole, but for a line at its edge. */
export function fits({ width, height }: Size, ratio: number): boolean {
  return Math.abs(width / height / ratio - 1) < 0.03;
}

/** The size to store: that of the area, unless no screen shows so much. */
export function storedSize({ width, height }: Area): Size {
  const scale = Math.min(1, maxWidth / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const part = (distance: number, room: number) => (room < 1 ? 0 : distance / room);
const within = (value: number) => Math.max(0, Math.min(1, value));
