// The five fire-risk levels as they are coloured everywhere: on the map, in lists, in the chart. Always with the level's number beside.

/** `ink`: what is written on it. */
export const RISK_COLOURS = {
  1: { fill: '#3ecf8e', ink: '#04202b' },
  2: { fill: '#3b82f6', ink: '#04102b' },
  3: { fill: '#facc15', ink: '#2c2709' },
  4: { fill: '#fb923c', ink: '#2b1204' },
  5: { fill: '#ef4444', ink: '#1f0404' },
} as const;
