/** The shape of a fire in progress as the map draws it. Decorative beside its word. */
export const FlameIcon = ({ size = 16 }: { readonly size?: number }) => (
  <svg className="flame-icon" width={size} height={size} viewBox="-26 -54 52 58" aria-hidden="true">
    <path d="M0-52C4-38 20-32 20-15 20-4 11 0 0 0-11 0-20-4-20-16-20-26-12-28-11-38-5-34-3-40 0-52Z" />
    <path className="flame-heart" d="M0-26C2-19 10-16 10-8 10-2 5 0 0 0-5 0-10-2-10-8-10-13-6-14-5-19-3-17-1-20 0-26Z" />
  </svg>
);
