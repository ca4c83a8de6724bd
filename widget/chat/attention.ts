/** Reports whether the visitor is looking at the chat: it is visible and has the focus. */
export function watchAttention(onChange: (isLooking: boolean) => void) {
  let host = { open: true, focused: false };
  let hiddenSince = document.hidden ? Date.now() : undefined;

  function update(): void {
    hiddenSince = document.hidden ? (hiddenSince ?? Date.now()) : undefined;
    onChange(!document.hidden && host.open && (host.focused || document.hasFocus()));
  }

  for (const event of ["focus", "blur"]) window.addEventListener(event, update);
  document.addEventListener("visibilitychange", update);
  update();

  return {
    /** In a frame, only the page around it knows whether the frame is shown and the page has the focus. */
    setHost(state: typeof host): void {
      host = state;
      update();
    },
    /** Hidden for more than a minute. */
    isResting: () => hiddenSince !== undefined && Date.now() - hiddenSince > 60_000,
  };
}

export type Attention = ReturnType<typeof watchAttention>;
