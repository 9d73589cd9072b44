// How rangers near a fire are marked by their safety margin: in addition to the colour, which the desk chooses, a ring and a sign for users
// with colour blindness. Loads no Cesium.

/** `lost-contact`: was near the fire front and has not reported since. */
export const SAFETY_LOOK_NAMES = ['safe', 'watch', 'alarm', 'too-late', 'no-way-out', 'lost-contact'] as const;
export type SafetyLookName = (typeof SAFETY_LOOK_NAMES)[number];

/** CSS colours. */
export type SafetyColours = Readonly<Record<SafetyLookName, string>>;

export interface SafetyLook {
  readonly ring: 'thin' | 'dashed' | 'thick' | 'double' | 'square' | 'dotted';
  /** Shown in the badge at the ring. */
  readonly sign: string;
}

export const SAFETY_LOOKS: Readonly<Record<SafetyLookName, SafetyLook>> = {
  safe: { ring: 'thin', sign: '✓' },
  watch: { ring: 'dashed', sign: '–' },
  alarm: { ring: 'thick', sign: '!' },
  'too-late': { ring: 'double', sign: '‼' },
  'no-way-out': { ring: 'square', sign: '×' },
  'lost-contact': { ring: 'dotted', sign: '?' },
};
