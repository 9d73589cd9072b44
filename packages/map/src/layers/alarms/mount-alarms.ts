// All that is drawn of alarms, behind one door: marks, fires in progress, footprints, counts, rings. The web feeds one stream of changes.
import type { GridNo } from '@lookout/domain';
import { EVERY_HEIGHT, MARKER_BAND } from '../../bands.ts';
import type { Globe } from '../../engine/globe.ts';
import { createChangeFlow } from '../change-flow.ts';
import { type Centres, countLayer } from '../counts/count-layer.ts';
import { footprintLayer } from '../footprints/footprint-layer.ts';
import { drawAtlas } from './atlas-canvas.ts';
import type { AlarmMark, MarkChange } from './mark.ts';
import { markLayer } from './mark-layer.ts';
import { ringLayer } from './ring-layer.ts';

/** The switches of the layer tree. */
export type AlarmPart = 'marks' | 'fires' | 'footprints' | 'counts';

export interface AlarmLayers {
  readonly apply: (change: MarkChange) => void;
  /** Marks of a flood that are not drawn yet. */
  readonly waiting: () => number;
  /** White ring; null: none. */
  readonly select: (mark: Pick<AlarmMark, 'lng' | 'lat'> | null) => void;
  /** Re-colours by age; call it from a slow timer (a minute). */
  readonly setNow: (now: Date) => void;
  readonly show: (part: AlarmPart, visible: boolean) => void;
  readonly destroy: () => void;
}

export interface AlarmLayersOptions {
  readonly now: Date;
  /** Centres of prefectures for the counts. */
  readonly centres?: ReadonlyMap<GridNo, { readonly lng: number; readonly lat: number }>;
}

export function mountAlarms(globe: Globe, { now, centres }: AlarmLayersOptions): AlarmLayers {
  const sheet = drawAtlas(document.createElement('canvas'));
  const none: Centres = new Map();
  const footprints = globe.addLayer(footprintLayer(now));
  const rings = globe.addLayer(ringLayer(sheet));
  const unhandled = {
    id: 'alarms',
    heights: MARKER_BAND,
    pickKind: 'alarm',
    wants: (mark: AlarmMark) => !mark.inProgress,
    sheet,
    now,
  } as const;
  const marks = globe.addLayer(markLayer(unhandled));
  // A fire in progress is looked for from any height: there are few of them, and each is a life at stake.
  const inProgress = {
    id: 'fires',
    heights: EVERY_HEIGHT,
    pickKind: 'fire',
    wants: (mark: AlarmMark) => mark.inProgress,
    sheet,
    now,
  } as const;
  const fires = globe.addLayer(markLayer(inProgress));
  const counts = globe.addLayer(countLayer(sheet, () => centres ?? none));
  const parts = { marks, fires, footprints, counts } as const satisfies Record<AlarmPart, { show: (visible: boolean) => void }>;

  const flow = createChangeFlow<AlarmMark>((change) => {
    marks.apply({ change });
    fires.apply({ change });
    footprints.apply({ change });
    counts.apply(change);
    const arrived = change.upserts.filter((mark) => mark.isNew);
    if (arrived.length > 0) rings.apply({ arrived });
  });

  return {
    apply: flow.put,
    waiting: flow.waiting,
    select: (mark) => rings.apply({ select: mark }),
    setNow: (next) => {
      marks.apply({ now: next });
      footprints.apply({ now: next });
    },
    show: (part, visible) => parts[part].show(visible),
    destroy: () => {
      flow.stop();
      for (const layer of [marks, fires, footprints, counts, rings]) layer.destroy();
    },
  };
}
