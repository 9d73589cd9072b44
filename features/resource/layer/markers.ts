// Everything drawn for resources, monitoring points, rangers and tasks.
import { MARKER_BAND, RESOURCE_BAND } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import { type Change, type ChangeFlow, createChangeFlow } from '@lookout/map/layers/change-flow.ts';
import { countLayer } from '@lookout/map/layers/counts/area-counts.ts';
import type { CountLevel } from '@lookout/map/layers/counts/badges.ts';
import type { MountedLayer } from '@lookout/map/layers/layer.ts';
import { cutFrom } from '@lookout/map/layers/sheet.ts';
import { type SeenView, viewWatch } from '@lookout/map/layers/view-watch.ts';
import { type DialParts, dialLayer } from '../../camera/layer/monitoring-dials.ts';
import { drawMarkerSheet, MARKER_SHEET, type Marker, type MarkerChange } from './marker.ts';
import { markerLayer } from './marker-layer.ts';
import { type KindCount, resourceCountLayer } from './resource-counts.ts';

/** The groups of marks. */
export type MarkerGroup = 'resources' | 'monitoring-points' | 'rangers' | 'tasks';
/** The switches in the layer tree. */
export type MarkerPart = MarkerGroup | 'resource-counts' | 'monitoring-circles' | 'scan-sectors';

export interface MarkerLayers {
  readonly apply: (part: MarkerGroup, change: MarkerChange) => void;
  /** Replaces all counts of a level; pass only the visible kinds. */
  readonly count: (level: CountLevel, counts: readonly KindCount[]) => void;
  readonly show: (part: MarkerPart, visible: boolean) => void;
  /** Called when the camera rests on a new view. @returns stop */
  readonly onSeen: (report: (view: SeenView) => void) => () => void;
  readonly destroy: () => void;
}

/** A walking ranger moves only a pixel or two in a second. */
const RANGERS_PATIENCE_MILLISECONDS = 1000;
/** More rangers than this are drawn as plain dots: plates would cover each other, and users do not read so many names. */
const RANGERS_CROWD_ABOVE = 2000;

type CountedMarker = Marker & Required<Pick<Marker, 'gridNo'>>;
const isCounted = (marker: Marker): marker is CountedMarker => marker.gridNo !== undefined;

export function mountMarkers(globe: Globe): MarkerLayers {
  const canvas = drawMarkerSheet(document.createElement('canvas'), globe.language);
  const badge = cutFrom(canvas, MARKER_SHEET, 'count');
  const dials = globe.addLayer(dialLayer());
  const listeners = new Set<(view: SeenView) => void>();
  const watch = globe.addLayer(
    viewWatch('markers-view', (view) => {
      for (const report of [...listeners]) report(view);
    }),
  );
  const layers = {
    resources: globe.addLayer(markerLayer({ id: 'resources', heights: RESOURCE_BAND, pickKind: 'resource', canvas })),
    'monitoring-points': globe.addLayer(markerLayer({ id: 'monitoring-points', heights: RESOURCE_BAND, pickKind: 'resource', canvas })),
    rangers: globe.addLayer(
      markerLayer({
        id: 'rangers',
        heights: MARKER_BAND,
        pickKind: 'ranger',
        canvas,
        crowdAbove: RANGERS_CROWD_ABOVE,
        patienceMs: RANGERS_PATIENCE_MILLISECONDS,
      }),
    ),
    tasks: globe.addLayer(markerLayer({ id: 'tasks', heights: MARKER_BAND, pickKind: 'task', canvas })),
  } as const satisfies Record<MarkerGroup, MountedLayer<MarkerChange>>;
  const counts = {
    prefecture: globe.addLayer(resourceCountLayer('prefecture', badge)),
    county: globe.addLayer(resourceCountLayer('county', badge)),
  } as const;
  const taskBadge = cutFrom(canvas, MARKER_SHEET, 'task-count');
  const taskCounts = (['county', 'prefecture'] as const).map((level) =>
    globe.addLayer(
      countLayer<CountedMarker>({
        id: 'tasks',
        level,
        image: taskBadge,
        stand: 'beside',
        wants: () => true,
        pick: ({ lng, lat }) => ({ kind: 'resource-count', level, lng, lat }),
      }),
    ),
  );
  const flowTo = (take: (change: Change<Marker>) => void): ChangeFlow<Marker> => createChangeFlow<Marker>(take);
  const flows = {
    resources: flowTo(layers.resources.apply),
    'monitoring-points': flowTo((change) => {
      layers['monitoring-points'].apply(change);
      dials.apply(change);
    }),
    rangers: flowTo(layers.rangers.apply),
    tasks: flowTo((change) => {
      layers.tasks.apply(change);
      const counted = { ...change, upserts: change.upserts.filter(isCounted) };
      for (const layer of taskCounts) layer.apply(counted);
    }),
  } as const satisfies Record<MarkerGroup, ChangeFlow<Marker>>;
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
        case 'resource-counts':
          for (const layer of Object.values(counts)) layer.show(visible);
          return;
        case 'monitoring-circles':
          return showDials({ circles: visible });
        case 'scan-sectors':
          return showDials({ sectors: visible });
        case 'tasks':
          for (const layer of [layers.tasks, ...taskCounts]) layer.show(visible);
          return;
        default:
          layers[part].show(visible);
      }
    },
    onSeen: (report) => {
      listeners.add(report);
      return () => void listeners.delete(report);
    },
    destroy: () => {
      for (const flow of Object.values(flows)) flow.stop();
      for (const layer of [...Object.values(layers), ...Object.values(counts), ...taskCounts, dials, watch]) layer.destroy();
    },
  };
}
