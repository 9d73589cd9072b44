// Loads the rivers and their names once, when the camera first rests high enough for them to be shown.
import type { MapLanguage, PlaceName, RiverLine, SeenView } from '@lookout/map';

const RIVERS = '/terrain/rivers';

interface Rivers {
  readonly lines: readonly RiverLine[];
  readonly names: readonly PlaceName[];
}

interface LoaderOptions {
  readonly fetch: (url: string) => Promise<Response>;
  readonly add: (rivers: Rivers) => void;
  readonly language: MapLanguage;
  /** Rivers are shown from this camera height upwards. */
  readonly fromMetres: number;
  readonly onFailed: (isFailed: boolean) => void;
}

export function createRiverLoader({ fetch, add, language, fromMetres, onFailed }: LoaderOptions) {
  let isRequested = false;
  let isStopped = false;

  async function load(): Promise<void> {
    isRequested = true;
    // The map works without rivers; the layer tree shows the failure and offers a retry.
    const rivers = await fetch(RIVERS)
      .then(async (answer) => (answer.ok ? readRivers(await answer.json(), language) : null))
      .catch(() => null);
    if (isStopped) return;
    if (rivers === null) onFailed(true);
    else add(rivers);
  }

  return {
    see: ({ heightMetres }: Pick<SeenView, 'heightMetres'>) => {
      if (!isRequested && heightMetres >= fromMetres) void load();
    },
    retry: () => {
      onFailed(false);
      void load();
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/** Reads the rivers file of our own server (packages/store/seed); null when the body is not such a file. */
export function readRivers(body: unknown, language: MapLanguage): Rivers | null {
  if (typeof body !== 'object' || body === null) return null;
  const { lines, names } = body as { readonly lines?: unknown; readonly names?: unknown };
  if (!Array.isArray(lines) || !Array.isArray(names)) return null;
  return {
    lines: (lines as readonly (readonly [number, readonly number[]])[]).map(([level, degrees]) => ({ level, degrees })),
    names: (names as readonly (readonly [string, string, number, number])[]).map(([name, latin, lng, lat], index) => ({
      id: `river ${index}`,
      rank: 'river',
      text: language === 'en' ? latin : name,
      lng,
      lat,
    })),
  };
}
