// Loads the names that a view needs: provinces and prefectures at once, counties and towns one province at a time, where the camera is.
import type { Got } from '@lookout/contract';
import type { gridCalls } from '@lookout/features/grid/grid.calls.ts';
import type { MapLanguage, NameRank, PlaceName, SeenView } from '@lookout/map';

type Row = Got<(typeof gridCalls)['mapNames']>[number];

/** Counties are named below this height (packages/map: `NAME_BANDS`). */
type NameBands = Readonly<Record<NameRank, { readonly toMetres: number }>>;

interface LoaderOptions {
  readonly load: (province: string | null) => Promise<readonly Row[]>;
  readonly add: (names: readonly PlaceName[]) => void;
  readonly language: MapLanguage;
  readonly bands: NameBands;
  /** `true` when names could not be loaded, `false` when a retry begins. */
  readonly onFailed: (isFailed: boolean) => void;
}

export interface NameLoader {
  readonly see: (view: SeenView) => void;
  readonly retry: () => void;
  readonly stop: () => void;
}

const NATION = 'nation';
/** Half a prefecture beyond the view: its label may be outside while its counties are inside. */
const MARGIN_DEGREES = 1.5;

export function createNameLoader({ load, add, language, bands, onFailed }: LoaderOptions): NameLoader {
  const requested = new Set<string>();
  const failed = new Set<string>();
  let prefectures: readonly Row[] = [];
  let view: SeenView | null = null;
  let isStopped = false;

  async function ask(key: string): Promise<void> {
    requested.add(key);
    // The map works without names; the layer tree shows the failure and offers a retry.
    const rows = await load(key === NATION ? null : key).catch(() => null);
    if (isStopped) return;
    if (rows === null) {
      failed.add(key);
      onFailed(true);
      return;
    }
    if (key === NATION) prefectures = rows;
    add(rows.map((row) => nameOf(row, language)));
    next();
  }

  function next(): void {
    if (view === null || isStopped) return;
    if (!requested.has(NATION)) return void ask(NATION);
    if (view.heightMetres > bands.county.toMetres) return;
    for (const province of provincesIn(prefectures, view.box)) if (!requested.has(province)) void ask(province);
  }

  return {
    see: (seen) => {
      view = seen;
      next();
    },
    retry: () => {
      for (const key of failed) requested.delete(key);
      failed.clear();
      onFailed(false);
      next();
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/** The provinces of the prefectures in and around a box, and of the prefecture nearest to its centre. */
export function provincesIn(rows: readonly Row[], { west, south, east, north }: SeenView['box']): string[] {
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const away = ({ longitude, latitude }: Row) => Math.hypot(longitude - x, latitude - y);
  const near = rows.filter(
    ({ longitude, latitude }) =>
      longitude >= west - MARGIN_DEGREES &&
      longitude <= east + MARGIN_DEGREES &&
      latitude >= south - MARGIN_DEGREES &&
      latitude <= north + MARGIN_DEGREES,
  );
  const nearest = rows.reduce<Row | null>((best, row) => (best === null || away(row) < away(best) ? row : best), null);
  return [...new Set([...(nearest ? [nearest] : []), ...near].map(({ gridNo }) => `${gridNo.slice(0, 2)}0000`))];
}

const nameOf = ({ gridNo, name, latinName, level, isSeat, longitude, latitude }: Row, language: MapLanguage): PlaceName => ({
  id: gridNo,
  rank: level === 'town' && isSeat ? 'seat' : level,
  text: language === 'en' ? (latinName ?? name) : name,
  lng: longitude,
  lat: latitude,
});
