const paths = {
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 7h16M4 12h16M4 17h10",
  send: "M12 19V5M5.5 11.5 12 5l6.5 6.5",
  down: "M12 5v14M5.5 12.5 12 19l6.5-6.5",
  out: "M9 6h9v9M18 6 7 17",
  call: "M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a2 2 0 0 1-2 2A16 16 0 0 1 4.5 6a2 2 0 0 1 2-2z",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  file: "M14 3H7a1.5 1.5 0 0 0-1.5 1.5v15A1.5 1.5 0 0 0 7 21h10a1.5 1.5 0 0 0 1.5-1.5V7.5zM14 3v4.5h4.5",
  clip: "M8 12.5l6.2-6.2a3 3 0 0 1 4.3 4.3l-7.8 7.8a5 5 0 0 1-7-7l7.4-7.5",
  back: "M14.5 6l-6 6 6 6",
  forth: "M9.5 6l6 6-6 6",
};

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
