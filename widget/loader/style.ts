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
  inset-block-end: 20px !important;
  inset-inline-end: 20px !important;
  display: block !important;
}
:host([data-side="left"]) { left: 20px !important; right: auto !important; }
:host([data-side="right"]) { right: 20px !important; left: auto !important; }
@media print { :host { display: none !important; } }
* { box-sizing: border-box; }
.launcher {
  position: relative; display: grid; place-items: center; width: 56px; height: 56px; margin: 0; padding: 0;
  border: 0; border-radius: 50%; cursor: pointer;
  background: var(--banter-accent, #2b59e8); color: var(--banter-ink, #fff);
  box-shadow: 0 2px 8px rgb(0 0 0 / .18), 0 6px 20px rgb(0 0 0 / .16);
  transition: transform .18s ease, box-shadow .18s ease;
  -webkit-tap-highlight-color: transparent;
}
.launcher:hover { transform: scale(1.05); }
.launcher:active { transform: scale(.96); }
.launcher:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px #111; }
svg { grid-area: 1 / 1; width: 28px; height: 28px; fill: currentColor; transition: opacity .15s ease, transform .2s ease; }
.chevron { fill: none; stroke: currentColor; stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
.chevron, .open .chat { opacity: 0; transform: rotate(-40deg) scale(.6); }
.open .chevron { opacity: 1; transform: none; }
.badge {
  position: absolute; inset-block-start: -4px; inset-inline-end: -4px; min-width: 22px; height: 22px; padding: 0 6px;
  border-radius: 11px; border: 2px solid #fff; background: #d3261b; color: #fff;
  font: 700 12px/18px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; text-align: center;
  transform: scale(0); transition: transform .18s cubic-bezier(.3, 1.6, .6, 1);
}
.badge.shown { transform: none; }
.panel {
  position: absolute; inset-block-end: 72px; inset-inline-end: 0;
  width: min(400px, calc(100vw - 40px)); height: min(680px, calc(100dvh - 112px));
  border-radius: 18px; overflow: hidden; background: #fff;
  box-shadow: 0 0 0 1px rgb(0 0 0 / .06), 0 12px 48px rgb(0 0 0 / .22);
  visibility: hidden; opacity: 0; transform: translateY(12px) scale(.98); transform-origin: bottom right;
  transition: opacity .16s ease, transform .2s ease, visibility 0s .2s;
}
:host([data-side="left"]) .panel { left: 0; right: auto; transform-origin: bottom left; }
:host([data-side="right"]) .panel { right: 0; left: auto; }
.panel.open { visibility: visible; opacity: 1; transform: none; transition-delay: 0s; }
iframe { display: block; width: 100%; height: 100%; border: 0; background: transparent; }
@media (prefers-color-scheme: dark) {
  .panel { background: #17181c; box-shadow: 0 0 0 1px rgb(255 255 255 / .1), 0 12px 48px rgb(0 0 0 / .6); }
}
@media (max-width: 480px) {
  .panel, :host([data-side]) .panel { position: fixed; inset: 0; width: auto; height: auto; border-radius: 0; box-shadow: none; }
  /* A frame that failed to load has no close button of its own. */
  .panel.open.ready + .launcher { visibility: hidden; }
}
@media (prefers-reduced-motion: reduce) {
  .launcher, .badge, .panel, svg { transition: none; }
}`;
