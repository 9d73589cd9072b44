// The five fire-risk levels as they are coloured everywhere: on the map, in lists, in the chart. Always with the level's number beside.
import { COLOURS } from './tokens.ts';

/** `ink`: what is written on it. */
export const RISK_COLOURS = {
  1: { fill: COLOURS.handled, ink: COLOURS.onAccent },
  2: { fill: COLOURS.levelBlue, ink: '#04102b' },
  3: { fill: COLOURS.warn, ink: COLOURS.warnGround },
  4: { fill: COLOURS.levelOrange, ink: '#2b1204' },
  5: { fill: COLOURS.levelRed, ink: '#1f0404' },
} as const;
