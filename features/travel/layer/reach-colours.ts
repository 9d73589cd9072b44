// The colours of reach areas, on the map and in its legend.

/** From the soonest to the latest. The colours differ in lightness too, for users with colour blindness. */
const REACH_COLOURS = ['#f5fbff', '#5cc8ff', '#2f6fd6'] as const;

/** @param index of a time among the shown ones, from the soonest */
export const reachColour = (index: number): string => REACH_COLOURS[Math.min(index, REACH_COLOURS.length - 1)] as string;
