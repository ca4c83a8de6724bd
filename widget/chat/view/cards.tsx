import { webAddress } from "@banter/core/model/content/text-links.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Card } from "../message.ts";
import { Buttons, newTab } from "./buttons.tsx";
import { Icon } from "./icon.tsx";
import { useScreen } from "./screen.ts";

/** A row of cards. The row can have the focus, so that arrow keys scroll it; the round buttons are for the mouse. */
export function Cards({ cards, isSquare }: { cards: Card[]; isSquare: boolean }) {
  const { words } = useScreen();
  const row = useRef<HTMLUListElement>(null);
  const [room, setRoom] = useState({ back: false, forth: false });

  function measure(): void {
    if (!row.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = row.current;
    // Negative in languages that are written from right to left.
    const scrolled = Math.abs(scrollLeft);
    setRoom({ back: scrolled > 8, forth: scrolled < scrollWidth - clientWidth - 8 });
  }

  function move(steps: number): void {
    if (!row.current) return;
    const isRightToLeft = getComputedStyle(row.current).direction === "rtl";
    row.current.scrollBy({ left: steps * row.current.clientWidth * 0.8 * (isRightToLeft ? -1 : 1) });
  }

  useEffect(measure, [cards]);

  return (
    <section class="cards" aria-label={words.cards(cards.length)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <ul class="row" ref={row} tabIndex={0} onScroll={measure}>
        {cards.map((card, index) => (
          <CardItem key={index} card={card} isSquare={isSquare} />
        ))}
      </ul>
      {(["back", "forth"] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          class={`turn ${direction}`}
          hidden={!room[direction]}
          aria-hidden="true"
          tabIndex={-1}
          onClick={() => move(direction === "back" ? -1 : 1)}
        >
          <Icon name={direction} />
        </button>
      ))}
    </section>
  );
}

function CardItem({
  card: { title, subtitle, imageUrl, imageAlt = "", actionUrl, buttons },
  isSquare,
}: {
  card: Card;
  isSquare: boolean;
}) {
  const [isBroken, setBroken] = useState(false);
  const image = webAddress(imageUrl);
  const href = webAddress(actionUrl);
  return (
    <li class="card">
      {image && !isBroken && (
        <img
          class={isSquare ? "square" : "horizontal"}
          alt={imageAlt}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          src={image}
        />
      )}
      <div class="card-words" dir="auto">
        <p class="card-title">
          {href ? (
            <a class="card-link" href={href} {...newTab}>
              {title}
            </a>
          ) : (
            title
          )}
        </p>
        {subtitle && <p class="card-subtitle">{subtitle}</p>}
      </div>
      <Buttons buttons={buttons} />
    </li>
  );
}
