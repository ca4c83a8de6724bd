const speech =
  "M12 3.5c-5 0-9 3.3-9 7.5 0 2.3 1.2 4.4 3.2 5.8-.1 1.2-.6 2.3-1.4 3.2 1.8-.1 3.4-.7 4.7-1.7.8.1 1.6.2 2.5.2 5 0 9-3.3 9-7.5s-4-7.5-9-7.5z";

/** Filled shapes, and lines for `chevron` and `close`. The holes of a shape run against its outline. */
const paths = {
  chat: speech,
  dots: `${speech}M7 9.8a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zm5 0a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zm5 0a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6z`,
  question:
    "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zm0 16a1.3 1.3 0 1 1 0-2.6 1.3 1.3 0 0 1 0 2.6zm1-4.6h-2c0-2.8 2.4-2.7 2.4-4.3 0-.8-.6-1.3-1.4-1.3s-1.5.6-1.6 1.5l-2-.3c.2-1.9 1.7-3.1 3.6-3.1 2 0 3.5 1.3 3.5 3.1 0 2.5-2.5 2.6-2.5 4.4z",
  heart: "M12 20.6 4.3 13a5 5 0 0 1 7.1-7.1l.6.6.6-.6a5 5 0 0 1 7.1 7.1z",
  chevron: "M5.5 9.2 12 15.7l6.5-6.5",
  close: "M6.5 6.5l11 11M17.5 6.5l-11 11",
};

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", name === "chevron" || name === "close" ? `line ${name}` : "shape");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("fill-rule", "evenodd");
  shape.setAttribute("d", paths[name]);
  svg.append(shape);
  return svg;
}
