// The colours of reach areas, on the map and in its legend.

/** From the soonest to the latest. Apart in lightness too, for who tells colours badly. */
const REACH_COLOURS = ['#f5fbff', '#5cc8ff', '#2f6fd6'] as const;

/** @param index of a time among those shown, from the soonest */
export const reachColour = (index: number): string => REACH_COLOURS[Math.min(index, REACH_COLOURS.length - 1)] as string;
