// All that is drawn of resources, monitoring points, rangers and tasks, behind one door.
import { EVERY_HEIGHT, MARKER_BAND, RESOURCE_BAND } from '../../bands.ts';
import type { Globe } from '../../engine/globe.ts';
import { type Change, type ChangeFlow, createChangeFlow } from '../change-flow.ts';
import { type CountLevel, placeCountLayer } from '../counts/place-count-layer.ts';
import type { KindCount } from '../counts/place-counts.ts';
import type { MountedLayer } from '../layer.ts';
import { type DialParts, dialLayer } from '../monitoring/dial-layer.ts';
import { cutFrom } from '../sheet.ts';
import type { PlaceChange, PlaceMark } from './place.ts';
import { drawPlaceSheet, PLACE_SHEET } from './place-atlas.ts';
import { placeLayer } from './place-layer.ts';
import { type SeenView, watchLayer } from './watch-layer.ts';

/** What marks stand in. */
export type MarkPart = 'resources' | 'monitors' | 'rangers' | 'tasks';
/** The switches of the layer tree. */
export type PlacePart = MarkPart | 'place-counts' | 'monitor-circles' | 'monitor-sectors';

export interface PlaceLayers {
  readonly apply: (part: MarkPart, change: PlaceChange) => void;
  /** All counts of a level, those of the shown kinds only. */
  readonly count: (level: CountLevel, counts: readonly KindCount[]) => void;
  readonly show: (part: PlacePart, visible: boolean) => void;
  /** Where the camera rests from now on. @returns stop */
  readonly onSeen: (tell: (view: SeenView) => void) => () => void;
  readonly destroy: () => void;
}

/** More rangers than this are plain points: their plates would hide each other, and nobody reads so many names. */
const RANGERS_CROWD_ABOVE = 2000;

export function mountPlaces(globe: Globe): PlaceLayers {
  const canvas = drawPlaceSheet(document.createElement('canvas'));
  const badge = cutFrom(canvas, PLACE_SHEET, 'count');
  const dials = globe.addLayer(dialLayer());
  const listeners = new Set<(view: SeenView) => void>();
  const watch = globe.addLayer(
    watchLayer((view) => {
      for (const tell of [...listeners]) tell(view);
    }),
  );
  const layers = {
    resources: globe.addLayer(placeLayer({ id: 'resources', heights: RESOURCE_BAND, pickKind: 'resource', canvas })),
    monitors: globe.addLayer(placeLayer({ id: 'monitors', heights: RESOURCE_BAND, pickKind: 'resource', canvas })),
    rangers: globe.addLayer(
      placeLayer({ id: 'rangers', heights: MARKER_BAND, pickKind: 'ranger', canvas, crowdAbove: RANGERS_CROWD_ABOVE }),
    ),
    // People at work are looked for from any height, as fires in progress are.
    tasks: globe.addLayer(placeLayer({ id: 'tasks', heights: EVERY_HEIGHT, pickKind: 'task', canvas })),
  } as const satisfies Record<MarkPart, MountedLayer<PlaceChange>>;
  const counts = {
    prefecture: globe.addLayer(placeCountLayer('prefecture', badge)),
    county: globe.addLayer(placeCountLayer('county', badge)),
  } as const;
  const flowTo = (take: (change: Change<PlaceMark>) => void): ChangeFlow<PlaceMark> => createChangeFlow<PlaceMark>(take);
  const flows = {
    resources: flowTo(layers.resources.apply),
    monitors: flowTo((change) => {
      layers.monitors.apply(change);
      dials.apply(change);
    }),
    rangers: flowTo(layers.rangers.apply),
    tasks: flowTo(layers.tasks.apply),
  } as const satisfies Record<MarkPart, ChangeFlow<PlaceMark>>;
  let dialParts: DialParts = { circles: true, sectors: true };
  const showDials = (parts: Partial<DialParts>): void => {
    dialParts = { ...dialParts, ...parts };
    dials.apply({ parts: dialParts });
  };

  return {
    apply: (part, change) => flows[part].put(change),
    count: (level, rows) => counts[level].apply(rows),
    show: (part, visible) => {
      switch (part) {
        case 'place-counts':
          for (const layer of Object.values(counts)) layer.show(visible);
          return;
        case 'monitor-circles':
          return showDials({ circles: visible });
        case 'monitor-sectors':
          return showDials({ sectors: visible });
        default:
          layers[part].show(visible);
      }
    },
    onSeen: (tell) => {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    destroy: () => {
      for (const flow of Object.values(flows)) flow.stop();
      for (const layer of [...Object.values(layers), ...Object.values(counts), dials, watch]) layer.destroy();
    },
  };
}
