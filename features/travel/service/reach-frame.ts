// The frame of a reported area.

/** The cells of a reported area: those of the terrain, or coarser ones for as far as roads lead. */
export type ReachFrame = { readonly kind: 'ground' } | { readonly kind: 'roads'; readonly halfMetres: number };
