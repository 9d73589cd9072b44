// Layout of a map picture, pixels: the map in its frame, and the legend column next to it.

/** The margin around the map, with its coordinates. */
export const FRAME = 44;
/** `wide`: width of the column; `row`: height of a row; `sample`, `high`: size of its sample; `pad`: padding. */
export const LEGEND = { row: 46, sample: 84, high: 42, pad: 14, wide: 290 } as const;

interface Picture {
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly legend: { readonly rows: readonly unknown[] };
}

/** The map inside its frame. */
export const innerOf = ({ widthPixels, heightPixels, legend }: Picture): { readonly width: number; readonly height: number } => ({
  width: widthPixels - 2 * FRAME - (legend.rows.length === 0 ? 0 : LEGEND.wide),
  height: heightPixels - 2 * FRAME,
});
