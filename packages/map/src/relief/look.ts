// How the terrain is drawn without outside imagery: four options, the colours, and what the legend shows. Loads no Cesium.

/** Independent options. A base map covers shading and colours; contour lines lie over it. */
export interface GroundLook {
  /** Light from the north-west. */
  readonly shading: boolean;
  /** Lines of equal height; every fifth is stronger. */
  readonly contours: boolean;
  /** Whether heights are coloured, from green valleys to white peaks. Otherwise the land has one colour. */
  readonly heightColours: boolean;
  /** A faint tint of forest, grass, fields and water where land cover is known; it appears below a few hundred kilometres. */
  readonly cover: boolean;
}

export const USUAL_GROUND_LOOK: GroundLook = { shading: true, contours: false, heightColours: true, cover: true };

export interface GroundLegend {
  /** Current contour interval in metres; null while no lines are drawn (switched off, or the camera is too far out to distinguish them). */
  readonly contourMetres: number | null;
  /** The colours from low to high, interpolated linearly; null while the land has one colour. */
  readonly heightColours: readonly { readonly heightMetres: number; readonly colour: string }[] | null;
}

/** Customary contour intervals. */
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000] as const;
/** On a slope of 1 : 2 this leaves at least eight pixels between lines. */
const METRES_FOR_EACH_METRE_OF_A_PIXEL = 4;

/** @param metresPerPixel at the centre of the view; @returns null when the lines would be too close to each other */
export function contourStep(metresPerPixel: number): number | null {
  return STEPS.find((step) => step >= metresPerPixel * METRES_FOR_EACH_METRE_OF_A_PIXEL) ?? null;
}

export function legendOf(look: GroundLook, metresPerPixel: number): GroundLegend {
  return {
    contourMetres: look.contours ? contourStep(metresPerPixel) : null,
    heightColours: look.heightColours ? HEIGHT_COLOURS : null,
  };
}

// The colours: a subdued hypsometric tint that leaves bright colours to alarms, by the usual vegetation at a height in western Sichuan:
// fields and broad-leaved trees, conifers to some 3,000 m, meadows above, then rock and snow.

/** Height in metres → colour, interpolated linearly. Terrain below the first height is drawn as water. */
export const GROUND_TINT: ReadonlyArray<readonly [heightMetres: number, red: number, green: number, blue: number]> = [
  [0, 30, 58, 56],
  [300, 34, 66, 58],
  [800, 40, 76, 60],
  [1500, 50, 86, 62],
  [2300, 64, 96, 66],
  [3000, 82, 104, 72],
  [3600, 102, 112, 82],
  [4200, 120, 120, 98],
  [4800, 138, 136, 126],
  [5400, 168, 170, 172],
  [6500, 212, 218, 226],
];

const HEIGHT_COLOURS = GROUND_TINT.map(([heightMetres, red, green, blue]) => ({ heightMetres, colour: `rgb(${red} ${green} ${blue})` }));

/** The land's colour without height colours, as a table of one entry. */
export const PLAIN_LAND = Uint8Array.of(66, 82, 82);

const STEP_METRES = 10;

/** The tint as a table of RGB triples every 10 m from 0, so that each pixel costs one lookup. */
export function tintTable(): Uint8Array {
  const last = GROUND_TINT.at(-1)?.[0] ?? 0;
  const count = last / STEP_METRES + 1;
  const table = new Uint8Array(count * 3);
  for (let index = 0; index < count; index++) {
    const [red, green, blue] = tintAt(index * STEP_METRES);
    table.set([red, green, blue], index * 3);
  }
  return table;
}

/** Index of the first channel in `tintTable()` for a height; a height beyond either end has that end's colour. */
export function tintIndex(table: Uint8Array, heightMetres: number): number {
  const index = Math.round(heightMetres / STEP_METRES);
  return Math.max(0, Math.min(index, table.length / 3 - 1)) * 3;
}

function tintAt(heightMetres: number): readonly [number, number, number] {
  let below = GROUND_TINT[0];
  for (const stop of GROUND_TINT) {
    if (stop[0] > heightMetres && below) {
      const share = (heightMetres - below[0]) / (stop[0] - below[0]);
      return [below[1] + (stop[1] - below[1]) * share, below[2] + (stop[2] - below[2]) * share, below[3] + (stop[3] - below[3]) * share];
    }
    below = stop;
  }
  return below ? [below[1], below[2], below[3]] : [0, 0, 0];
}
