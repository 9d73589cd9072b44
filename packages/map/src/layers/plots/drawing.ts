// What the drawing layers can draw: points, lines, areas and words, clamped to the ground. Plots, measures and the box are made of these.

export interface Place {
  readonly lng: number;
  readonly lat: number;
}

export interface Drawing {
  /** Of the plot it belongs to; null: nothing that could be picked. */
  readonly plotId: string | null;
  /** `point`: a dot for each of its points. `words`: only its texts. */
  readonly shape: 'point' | 'line' | 'area' | 'words';
  readonly points: readonly Place[];
  /** CSS. */
  readonly colour: string;
  readonly widthPixels: number;
  /** Words beside the points, one for each; '' or missing: none. */
  readonly texts: readonly string[];
  /** Each point can be taken hold of, and looks so. */
  readonly handles: boolean;
}
