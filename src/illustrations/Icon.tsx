/** Paths of strokes on a grid of 24 by 24. */
const iconPaths = {
  previous: 'M19 12H5m6-7-7 7 7 7',
  next: 'M5 12h14m-6-7 7 7-7 7',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5v14l12-7z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  chat: 'M4 5h16v11H11l-5 4v-4H4zM8.500 10.500h7',
  phone:
    'M6 4h3.500l1.500 5-2.200 1.600a11 11 0 0 0 4.600 4.600L15 13l5 1.500V18a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
} as const;

/** A small icon, hidden from screen readers: its meaning is in a text next to it. */
export function Icon({ name }: { name: keyof typeof iconPaths }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
