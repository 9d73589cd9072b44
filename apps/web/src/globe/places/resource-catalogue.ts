// The resources and monitoring points this desk shows on its map: of the kinds that are switched on, counted by grid while the camera is
// high, each by itself for the box in view when it is near; and what was last found around a place.
import type { Client } from '@lookout/client';
import type { GridCount, Named, PlacedKind, PlacedThing } from '@lookout/domain';
import { perSession, useServices } from '../../shared/services.ts';
import type { LoadState } from '../../stores/live-records.ts';

export type ShownResource = Named<PlacedThing>;

export interface ResourceCatalogueChange {
  readonly upserted: readonly ShownResource[];
  readonly removed: readonly string[];
}

export type CountLevel = 'prefecture' | 'county';

/** What the camera rests over, and how resources are drawn from there (`aggregationAt` of the map). */
export interface SeenFrom {
  readonly step: 'detail' | 'level3' | 'level2' | 'hidden';
  readonly box: SeenBox;
}

export interface ResourceCatalogue {
  /** Exactly these kinds from now on. */
  readonly showKinds: (kinds: readonly PlacedKind[]) => Promise<void>;
  readonly showKind: (kind: PlacedKind, visible: boolean) => Promise<void>;
  readonly shows: (kind: PlacedKind) => boolean;
  /** The camera came to rest there: asks for what is missing. */
  readonly look: (seen: SeenFrom) => Promise<void>;
  /** Asks again for what is shown now: after a failure, or because time has passed. */
  readonly refresh: () => Promise<void>;
  /** What was found around a place is drawn whatever is switched on; empty: nothing more. */
  readonly showFound: (found: readonly ShownResource[]) => void;
  readonly get: (id: string) => ShownResource | undefined;
  readonly list: () => readonly ShownResource[];
  /** Of the shown kinds; empty until they were asked for. */
  readonly counts: (level: CountLevel) => readonly GridCount[];
  readonly state: () => LoadState;
  /** More stand in the box than are drawn: come nearer. */
  readonly isCut: () => boolean;
  readonly subscribe: (listener: (change: ResourceCatalogueChange) => void) => () => void;
  readonly clear: () => void;
}

/** More in one view are a carpet: nobody can tell them apart, and the answer would weigh some megabytes. */
export const MOST_IN_VIEW = 3_000;

/** Who watches is seen; everything else is asked for. */
const AT_FIRST: readonly PlacedKind[] = ['monitor'];

const levelOf = { level2: 'prefecture', level3: 'county' } as const;

/** What is drawn of resources at this desk, and where they are looked up. It outlives the globe. */
export const resourceCatalogueOf = perSession(
  ({ client }) => createResourceCatalogue(client),
  (catalogue) => catalogue.clear(),
);

export const useResourceCatalogue = (): ResourceCatalogue => resourceCatalogueOf(useServices());

export function createResourceCatalogue(client: Client): ResourceCatalogue {
  const listeners = new Set<(change: ResourceCatalogueChange) => void>();
  const counted = new Map<CountLevel, readonly GridCount[]>();
  let kinds: ReadonlySet<PlacedKind> = new Set(AT_FIRST);
  let seen: SeenFrom | null = null;
  let asked: AskedBox | null = null;
  let listed = new Map<string, ShownResource>();
  let found = new Map<string, ShownResource>();
  let state: LoadState = 'empty';
  let generation = 0;

  const tell = (change: ResourceCatalogueChange) => {
    for (const listener of [...listeners]) listener(change);
  };
  const NOTHING: ResourceCatalogueChange = { upserted: [], removed: [] };
  const get = (id: string): ShownResource | undefined => found.get(id) ?? listed.get(id);
  const enter = (next: LoadState) => {
    state = next;
    tell(NOTHING);
  };
  /** Draws what is new or other, takes away what neither shows any more. */
  const replace = (change: () => void) => {
    const before = new Map([...listed, ...found]);
    change();
    const after = [...new Set([...listed.keys(), ...found.keys()])].flatMap((id) => get(id) ?? []);
    const upserted = after.filter((one) => !isSame(before.get(one.id), one));
    for (const { id } of after) before.delete(id);
    tell({ upserted, removed: [...before.keys()] });
  };
  const list = (rows: readonly ShownResource[]) =>
    replace(() => {
      listed = new Map(rows.map((row) => [row.id, row]));
    });

  const askList = async (mine: number, box: SeenBox) => {
    const want: AskedBox = { box: widened(box), kinds: [...kinds], isCut: false };
    const body = { resourceType: [...kinds], box: want.box, limit: MOST_IN_VIEW };
    const rows = await client.resources.resourceList({ body, occasion: 'background', silent: true });
    if (mine !== generation) return;
    asked = { ...want, isCut: rows.length >= MOST_IN_VIEW };
    state = 'loaded';
    list(rows);
  };
  const askCounts = async (mine: number, level: CountLevel) => {
    const rows = await client.resources.counts({ query: { level }, occasion: 'background', silent: true });
    counted.set(level, rows);
    if (mine === generation) enter('loaded');
  };

  /** @param isAnew what is here already is asked for again */
  const ask = async (isAnew: boolean) => {
    const mine = ++generation;
    if (kinds.size === 0 || seen === null || seen.step === 'hidden') {
      if (kinds.size === 0) {
        asked = null;
        state = 'empty';
        list([]);
      }
      return;
    }
    const { step, box } = seen;
    const level = step === 'detail' ? null : levelOf[step];
    const isHere = level === null ? asked !== null && holds(asked, box, kinds) : counted.has(level);
    if (isHere && !isAnew) {
      // Of what is here only the kinds may be others.
      if (level === null) list([...listed.values()].filter(({ kind }) => kinds.has(kind)));
      return enter('loaded');
    }
    if (!isHere) enter('loading');
    try {
      await (level === null ? askList(mine, box) : askCounts(mine, level));
    } catch {
      // The switch shows it with another try; what is drawn stays.
      if (mine === generation) enter('failed');
    }
  };
  const showKinds = (next: readonly PlacedKind[]) => {
    kinds = new Set(next);
    return ask(false);
  };

  return {
    showKinds,
    shows: (kind) => kinds.has(kind),
    showKind: (kind, visible) => showKinds(visible ? [...kinds, kind] : [...kinds].filter((one) => one !== kind)),
    look: (next) => {
      seen = next;
      return ask(false);
    },
    refresh: () => ask(true),
    showFound: (rows) =>
      replace(() => {
        found = new Map(rows.map((row) => [row.id, row]));
      }),
    get,
    list: () => [...new Set([...listed.keys(), ...found.keys()])].flatMap((id) => get(id) ?? []),
    counts: (level) => (counted.get(level) ?? []).filter(({ kind }) => kinds.has(kind)),
    state: () => state,
    isCut: () => seen?.step === 'detail' && asked !== null && asked.isCut,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear: () => {
      generation++;
      state = 'empty';
      asked = null;
      counted.clear();
      replace(() => {
        listed = new Map();
        found = new Map();
      });
    },
  };
}

/** Drawn the same: what else it says is asked for when its popup opens. */
const isSame = (before: ShownResource | undefined, after: ShownResource): boolean =>
  before !== undefined &&
  before.name === after.name &&
  before.online === after.online &&
  before.kind === after.kind &&
  before.position.lng === after.position.lng &&
  before.position.lat === after.position.lat;

// For which box of the map resources were asked, and whether it still answers what is in view.

/** Degrees. */
interface SeenBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

interface AskedBox {
  readonly box: SeenBox;
  readonly kinds: readonly PlacedKind[];
  /** Not all that stands there was answered. */
  readonly isCut: boolean;
}

/** On each side so much of the view's width and height more, so that a small move asks nothing. */
const MARGIN = 0.35;

/** Held to the earth: the call takes no box over the date line. */
export function widened({ west, south, east, north }: SeenBox): SeenBox {
  const [x, y] = [(east - west) * MARGIN, (north - south) * MARGIN];
  return { west: Math.max(-180, west - x), south: Math.max(-90, south - y), east: Math.min(180, east + x), north: Math.min(90, north + y) };
}

/** What was cut is asked for again with every move: nearer there may be room for all. */
export const holds = (asked: AskedBox, view: SeenBox, kinds: ReadonlySet<PlacedKind>): boolean =>
  !asked.isCut &&
  [...kinds].every((kind) => asked.kinds.includes(kind)) &&
  view.west >= asked.box.west &&
  view.east <= asked.box.east &&
  view.south >= asked.box.south &&
  view.north <= asked.box.north;
