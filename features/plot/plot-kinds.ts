// Kinds and colours of plots.

/** 点、线、面、进攻箭头、文字. */
export const PLOT_KINDS = ['point', 'line', 'polygon', 'arrow', 'label'] as const;
export type PlotKind = (typeof PLOT_KINDS)[number];

/** Colours by name; `PLOT_HUES` defines their values. */
export const PLOT_COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'white'] as const;
export type PlotColour = (typeof PLOT_COLOURS)[number];
