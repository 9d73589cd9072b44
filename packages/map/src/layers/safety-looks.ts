// How somebody before a fire is marked by his margin, on the map and in lists: a colour, and a ring and a sign for who tells colours badly. Loads no Cesium.

/** `lost-contact`: near the front, and nothing was heard of him since. */
export const SAFETY_LOOK_NAMES = ['safe', 'watch', 'alarm', 'too-late', 'no-way-out', 'lost-contact'] as const;
export type SafetyLookName = (typeof SAFETY_LOOK_NAMES)[number];

export interface SafetyLook {
  /** CSS, of the eight that M. Okabe and K. Ito (Color Universal Design, 2008) chose to stay apart for every kind of colour vision, and white. */
  readonly colour: string;
  readonly ring: 'thin' | 'dashed' | 'thick' | 'double' | 'square' | 'dotted';
  /** Stands in the badge at the ring. */
  readonly sign: string;
}

export const SAFETY_LOOKS: Readonly<Record<SafetyLookName, SafetyLook>> = {
  safe: { colour: '#56b4e9', ring: 'thin', sign: '✓' },
  watch: { colour: '#f0e442', ring: 'dashed', sign: '–' },
  alarm: { colour: '#e69f00', ring: 'thick', sign: '!' },
  'too-late': { colour: '#d55e00', ring: 'double', sign: '‼' },
  'no-way-out': { colour: '#cc79a7', ring: 'square', sign: '×' },
  'lost-contact': { colour: '#ffffff', ring: 'dotted', sign: '?' },
};
