/** The product's logo: a flame over the horizon line. Decorative; the name is next to it. */
export const Mark = ({ size }: { readonly size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M16 3c1.5 4.6 7.4 7.2 7.4 14.2a7.4 7.4 0 0 1-14.8 0c0-3 1.3-5 3-6.8.3 1.9 1.1 3 2.3 3.5C13.5 9.8 14 6 16 3z"
      fill="var(--unjudged)"
    />
    <path d="M4 28h24" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" />
  </svg>
);
