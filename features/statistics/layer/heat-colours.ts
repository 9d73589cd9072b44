/** The colours of the heat map, from few to many; the legend shows them too. */
export const HEAT_COLOURS = ['#2563eb', '#22d3ee', '#a3e635', '#facc15', '#f97316', '#dc2626'] as const;
