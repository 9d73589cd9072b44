// Names of provinces, prefectures, counties, rivers and towns.
import { Color } from 'cesium';
import { EVERY_HEIGHT, isWithin, NAME_BANDS } from '../../bands.ts';
import type { Globe } from '../../engine/globe.ts';
import type { Layer, MountedLayer, SceneHost } from '../layer.ts';
import { isInBox } from '../mark-cells.ts';
import { type SeenView, viewWatch } from '../view-watch.ts';
import type { NameLook } from './name-board.ts';

export type NameRank = keyof typeof NAME_BANDS;

export interface PlaceName {
  readonly id: string;
  readonly rank: NameRank;
  readonly text: string;
  readonly lng: number;
  readonly lat: number;
}

export interface NamesOnMap {
  /** Names that exist already are unchanged. */
  readonly add: (names: readonly PlaceName[]) => void;
  /** Called when the camera rests on a new view. @returns stop */
  readonly onSeen: (report: (view: SeenView) => void) => () => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountNames(globe: Globe): NamesOnMap {
  const layer = globe.addLayer(nameLayer());
  const reports = new Set<(view: SeenView) => void>();
  const watch = globe.addLayer(
    viewWatch('names-view', (view) => {
      for (const report of [...reports]) report(view);
    }),
  );
  return {
    add: layer.apply,
    onSeen: (report) => {
      reports.add(report);
      return () => void reports.delete(report);
    },
    show: layer.show,
    destroy: () => {
      layer.destroy();
      watch.destroy();
    },
  };
}

const css = (colour: string) => Color.fromCssColorString(colour);
const LOOKS: Readonly<Record<NameRank, NameLook>> = {
  province: { fontPixels: 16, style: 'bold', colour: css('#dfe8f6'), dot: 'none' },
  prefecture: { fontPixels: 15, style: 'normal', colour: css('#d3deef'), dot: 'none' },
  county: { fontPixels: 13, style: 'normal', colour: css('#c2cfe3'), dot: 'none' },
  seat: { fontPixels: 13, style: 'normal', colour: css('#e6edf7'), dot: 'own' },
  river: { fontPixels: 13, style: 'italic', colour: css('#86b8e0'), dot: 'none' },
  town: { fontPixels: 12, style: 'normal', colour: css('#b4c2d8'), dot: 'own' },
};
/** Where two names need the same room, the earlier rank gets it. */
const RANKS: readonly NameRank[] = ['province', 'prefecture', 'county', 'river', 'seat', 'town'];

/** apply(names) adds names. */
const nameLayer = (): Layer<readonly PlaceName[]> => ({ id: 'names', heights: EVERY_HEIGHT, mount });

function mount({ names }: SceneHost): MountedLayer<readonly PlaceName[]> {
  const byRank = new Map<NameRank, Map<string, PlaceName>>(RANKS.map((rank) => [rank, new Map()]));
  let visible = false;
  const board = names.add({
    order: 0,
    *inView(heightMetres, box) {
      if (!visible) return;
      for (const rank of RANKS) {
        if (!isWithin(heightMetres, NAME_BANDS[rank])) continue;
        for (const name of byRank.get(rank)?.values() ?? []) if (isInBox(box, name)) yield { ...name, look: LOOKS[rank] };
      }
    },
  });
  return {
    apply: (added) => {
      for (const name of added) {
        const known = byRank.get(name.rank);
        if (known && !known.has(name.id)) known.set(name.id, name);
      }
      board.changed();
    },
    show: (next) => {
      visible = next;
      board.changed();
    },
    destroy: board.remove,
  };
}
