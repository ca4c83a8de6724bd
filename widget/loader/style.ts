/** A constructed style sheet, because the site's content security policy may forbid style elements and attributes. */
export function widgetStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

// `!important` on :host wins over the site's own rules. The site's rules do not reach anything else in here.
const css = `
:host {
  all: initial !important;
  position: fixed !important;
  z-index: 2147483000 !important;
  inset-block-end: var(--banter-bottom, 20px) !important;
  inset-inline-end: var(--banter-side, 20px) !important;
  display: block !important;
}
:host([data-side="left"]) { left: var(--banter-side, 20px) !important; right: auto !important; }
:host([data-side="right"]) { right: var(--banter-side, 20px) !important; left: auto !important; }
@media print { :host { display: none !important; } }
* { box-sizing: border-box; }
button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; cursor: pointer; }
button, .bubble { font: 15px/1.4 var(--banter-font, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif); }
.launcher {
  --size: var(--banter-size, 56px);
  position: relative; display: flex; align-items: center; justify-content: center; gap: 10px;
  min-width: var(--size); height: var(--size); border-radius: calc(var(--size) / 2);
  background: var(--banter-accent, #2b59e8); color: var(--banter-ink, #fff);
  box-shadow: 0 2px 8px rgb(0 0 0 / .18), 0 6px 20px rgb(0 0 0 / .16);
  transition: transform .18s ease, box-shadow .18s ease;
  -webkit-tap-highlight-color: transparent;
}
.launcher:hover { transform: scale(1.05); }
.launcher:active { transform: scale(.96); }
.launcher:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px #111; }
.face { display: grid; place-items: center; }
.labelled { padding-inline: calc(var(--size) / 3.5) calc(var(--size) / 2.6); }
.label { display: none; max-width: 60vw; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
.labelled .label { display: block; }
svg { width: 28px; height: 28px; fill: currentColor; }
.face > * { grid-area: 1 / 1; transition: opacity .15s ease, transform .2s ease; }
.face img { width: calc(var(--size) - 8px); height: calc(var(--size) - 8px); border-radius: 50%; object-fit: cover; }
.labelled img { margin-inline-start: calc(4px - var(--size) / 3.5); }
.line { fill: none; stroke: currentColor; stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
.chevron, .open .shape { opacity: 0; transform: rotate(-40deg) scale(.6); }
.open .chevron { opacity: 1; transform: none; }
.bubble {
  position: absolute; inset-block-end: calc(var(--banter-size, 56px) + 14px); inset-inline-end: 0;
  display: none; align-items: flex-start; width: max-content; max-width: min(280px, calc(100vw - 40px));
  border-radius: 16px; border-end-end-radius: 5px; background: var(--banter-surface, #fff); color: var(--banter-text, #111);
  box-shadow: 0 0 0 1px rgb(0 0 0 / .06), 0 6px 24px rgb(0 0 0 / .18); overflow-wrap: anywhere;
}
:host([data-side="left"]) .bubble { left: 0; right: auto; border-radius: 16px; border-end-start-radius: 5px; }
:host([data-side="right"]) .bubble { right: 0; left: auto; }
:host([data-scheme="dark"]) .bubble { box-shadow: 0 0 0 1px rgb(255 255 255 / .16), 0 6px 24px rgb(0 0 0 / .5); }
.bubble.shown { display: flex; animation: rise .2s ease; }
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
.bubble .text { flex: 1; padding: 12px 4px 12px 16px; text-align: start; white-space: pre-line; text-wrap: balance; border-radius: inherit; }
.dismiss { display: grid; flex: none; place-items: center; width: 32px; height: 32px; margin: 6px; border-radius: 50%; }
.dismiss svg { width: 16px; height: 16px; }
.bubble button:focus-visible { outline: 2px solid currentColor; outline-offset: -4px; }
.badge {
  position: absolute; inset-block-start: -4px; inset-inline-end: -4px; min-width: 22px; height: 22px; padding: 0 6px;
  border-radius: 11px; border: 2px solid #fff; background: #d3261b; color: #fff;
  font: 700 12px/18px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; text-align: center;
  transform: scale(0); transition: transform .18s cubic-bezier(.3, 1.6, .6, 1);
}
.badge.shown { transform: none; }
.panel {
  --lift: calc(var(--banter-size, 56px) + 16px);
  position: absolute; inset-block-end: var(--lift); inset-inline-end: 0;
  width: min(var(--banter-width, 400px), calc(100vw - 2 * var(--banter-side, 20px)));
  height: min(var(--banter-height, 680px), calc(100dvh - var(--lift) - var(--banter-bottom, 20px) - 20px));
  border-radius: 18px; overflow: hidden; background: var(--banter-surface, #fff);
  box-shadow: 0 0 0 1px rgb(0 0 0 / .06), 0 12px 48px rgb(0 0 0 / .22);
  visibility: hidden; opacity: 0; transform: translateY(12px) scale(.98); transform-origin: bottom right;
  transition: opacity .16s ease, transform .2s ease, visibility 0s .2s;
}
:host([data-side="left"]) .panel { left: 0; right: auto; transform-origin: bottom left; }
:host([data-side="right"]) .panel { right: 0; left: auto; }
.panel.open { visibility: visible; opacity: 1; transform: none; transition-delay: 0s; }
iframe { display: block; width: 100%; height: 100%; border: 0; background: transparent; }
:host([data-scheme="dark"]) .panel { box-shadow: 0 0 0 1px rgb(255 255 255 / .1), 0 12px 48px rgb(0 0 0 / .6); }
@media (max-width: 480px) {
  .panel, :host([data-side]) .panel { position: fixed; inset: 0; width: auto; height: auto; border-radius: 0; box-shadow: none; }
  /* A frame that failed to load has no close button of its own. */
  .panel.open.ready ~ .launcher { visibility: hidden; }
}
@media (prefers-reduced-motion: reduce) {
  .launcher, .badge, .panel, .face > * { transition: none; }
  .bubble.shown { animation: none; }
}`;
