// Colours of the tracks. Each ranger's name is shown next to the colour, which is never the only mark.

/** Ten distinct hues for the dark relief; the second ten are paler. Chosen by eye against the relief. */
const COLOURS = [
  '#2dd4ff',
  '#facc15',
  '#3ecf8e',
  '#ff8a5c',
  '#c084fc',
  '#f472b6',
  '#a3e635',
  '#60a5fa',
  '#fda4af',
  '#5eead4',
  '#bae6fd',
  '#fef08a',
  '#bbf7d0',
  '#fed7aa',
  '#e9d5ff',
  '#fbcfe8',
  '#d9f99d',
  '#bfdbfe',
  '#ffe4e6',
  '#ccfbf1',
] as const;

/** @param index of the track among those replayed, from 0 */
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length] as string;
