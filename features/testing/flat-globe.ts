// The flat map with the layers of all features: the same functions as globe.generated.ts, in whose place the build with MAP=flat and the
// component tests use it. Marks are dots; what only draws on the globe does nothing.

import { EVERY_HEIGHT, type HeightBand, MARKER_BAND, RESOURCE_BAND } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import { surfaceOf } from '@lookout/map/testing/flat-map.ts';
import type { AlarmLayers, AlarmPart } from '../alarm/layer/alarm-layers.ts';
import type { AlarmMark } from '../alarm/layer/mark.ts';
import type { BaseMapsOnMap } from '../base-map/layer/base-map-layer.ts';
import type { BurningsOnMap } from '../burning/layer/burnings.ts';
import type { CameraViews } from '../camera/layer/camera-views.ts';
import type { SightingLayer } from '../camera/layer/sightings.ts';
import type { CoverageOnMap } from '../coverage/layer/coverage-pictures.ts';
import type { DangerGridOnMap } from '../danger/layer/danger-grid.ts';
import type { RiskOnMap } from '../danger/layer/risk-layer.ts';
import type { SurroundingsOnMap } from '../decision/layer/surroundings.ts';
import type { BurnedAreaLayer } from '../fire-archive/layer/burned-areas.ts';
import type { HazardsOnMap } from '../hazard/layer/hazards.ts';
import type { FireExtentLayer } from '../incident/layer/fire-extent.ts';
import type { HeatAreaLayer, HeatPart } from '../known-heat/layer/heat-areas.ts';
import type { Scenes } from '../map-layer/layer/scenes.ts';
import type { VectorTiles } from '../map-layer/layer/vector-tiles/vector-tile-layer.ts';
import type { GapPictureOnMap } from '../patrol-quality/layer/gap-picture.ts';
import type { PlotLayer, PlotPart } from '../plot/layer/plot-layer.ts';
import type { ReplayOnMap } from '../ranger/layer/replay-layer.ts';
import type { TrackOnMap } from '../ranger/layer/track.ts';
import type { Marker } from '../resource/layer/marker.ts';
import type { MarkerGroup, MarkerLayers, MarkerPart } from '../resource/layer/markers.ts';
import type { PeopleSafetyOnMap } from '../safety/layer/people-safety.ts';
import type { SafetyColours } from '../safety/layer/safety-looks.ts';
import type { SosOnMap } from '../sos/layer/sos.ts';
import type { ObservationsOnMap } from '../spread/layer/observations.ts';
import type { SpreadOnMap } from '../spread/layer/spread-layer.ts';
import type { HeatOnMap } from '../statistics/layer/heat.ts';
import type { ReachOnMap } from '../travel/layer/reach.ts';
import type { RouteOnMap } from '../travel/layer/route.ts';
import type { WeatherOnMap } from '../weather/layer/weather.ts';

export * from '@lookout/map/testing/flat-map.ts';
export { AGE_LEGEND, STATE_COLOURS } from '../alarm/layer/mark.ts';
export { BURNING_COLOURS } from '../burning/layer/burning-looks.ts';
export { sampleAt } from '../ranger/layer/way.ts';
export { probabilityColour, spreadColour } from '../spread/layer/colours.ts';
export { HEAT_COLOURS } from '../statistics/layer/heat-colours.ts';
export { reachColour } from '../travel/layer/reach-colours.ts';

// The compiler checks the interface: everything that globe.generated.ts exports is here too.
null as unknown as typeof import('./flat-globe.ts') satisfies typeof import('../globe.generated.ts');

export function mountAlarms(globe: Globe): AlarmLayers {
  const surface = surfaceOf(globe);
  const known = new Map<string, AlarmMark>();
  const sets = { marks: surface.addMarks(MARKER_BAND), fires: surface.addMarks(EVERY_HEIGHT) } as const;
  const pictured = (inProgress: boolean, kind: 'alarm' | 'fire') =>
    new Map(
      [...known.values()].filter((mark) => mark.inProgress === inProgress).map(({ id, lng, lat }) => [id, { kind, id, lng, lat } as const]),
    );
  return {
    apply: ({ upserts, removals }) => {
      for (const id of removals) known.delete(id);
      for (const mark of upserts) known.set(mark.id, mark);
      sets.marks.marks = pictured(false, 'alarm');
      sets.fires.marks = pictured(true, 'fire');
      surface.redraw();
    },
    waiting: () => 0,
    select: nothing,
    setNow: nothing,
    show: (part: AlarmPart, visible) => {
      if (part === 'marks' || part === 'fires') sets[part].isShown = visible;
      surface.redraw();
    },
    destroy: nothing,
  };
}

export function mountMarkers(globe: Globe): MarkerLayers {
  const surface = surfaceOf(globe);
  const part = (heights: HeightBand, kind: 'resource' | 'ranger' | 'task') => ({
    kind,
    known: new Map<string, Marker>(),
    set: surface.addMarks(heights),
  });
  const parts: Readonly<Record<MarkerGroup, ReturnType<typeof part>>> = {
    resources: part(RESOURCE_BAND, 'resource'),
    'monitoring-points': part(RESOURCE_BAND, 'resource'),
    rangers: part(MARKER_BAND, 'ranger'),
    tasks: part(EVERY_HEIGHT, 'task'),
  };
  const isMarkPart = (name: MarkerPart): name is MarkerGroup => name in parts;
  return {
    apply: (name, { upserts, removals }) => {
      const { kind, known, set } = parts[name];
      for (const id of removals) known.delete(id);
      for (const mark of upserts) known.set(mark.id, mark);
      set.marks = new Map([...known.values()].map(({ id, lng, lat }) => [id, { kind, id, lng, lat }]));
      surface.redraw();
    },
    count: nothing,
    show: (name, visible) => {
      if (isMarkPart(name)) parts[name].set.isShown = visible;
      surface.redraw();
    },
    onSeen: (listener) => surface.onRest(({ heightMetres }) => listener({ heightMetres, box: surface.boxInView() })),
    destroy: nothing,
  };
}

export function mountBurnings(globe: Globe): BurningsOnMap {
  const surface = surfaceOf(globe);
  const set = surface.addMarks(MARKER_BAND);
  return {
    set: (marks) => {
      set.marks = new Map(marks.map(({ id, lng, lat }) => [id, { kind: 'burning', id, lng, lat }]));
      surface.redraw();
    },
    show: (visible) => {
      set.isShown = visible;
      surface.redraw();
    },
  };
}

export function mountSos(globe: Globe): SosOnMap {
  const surface = surfaceOf(globe);
  const set = surface.addMarks(EVERY_HEIGHT);
  return {
    set: (marks) => {
      set.marks = new Map(marks.map(({ userId, lng, lat }) => [userId, { kind: 'ranger', id: userId, lng, lat }]));
      surface.redraw();
    },
  };
}

export function mountPeopleSafety(globe: Globe, _: SafetyColours): PeopleSafetyOnMap {
  const surface = surfaceOf(globe);
  const set = surface.addMarks(EVERY_HEIGHT);
  return {
    set: (marks) => {
      set.marks = new Map(marks.map(({ userId, lng, lat }) => [userId, { kind: 'ranger', id: userId, lng, lat }]));
      surface.redraw();
    },
    setWay: nothing,
    destroy: nothing,
  };
}

export function mountHazards(globe: Globe): HazardsOnMap {
  const surface = surfaceOf(globe);
  const set = surface.addMarks(MARKER_BAND);
  return {
    set: (marks) => {
      set.marks = new Map(marks.map(({ id, lng, lat }) => [id, { kind: 'hazard', id, lng, lat }]));
      surface.redraw();
    },
    show: (visible) => {
      set.isShown = visible;
      surface.redraw();
    },
  };
}

// The following functions only draw on the globe; here they do nothing.
export const mountBaseMaps = (_: Globe): BaseMapsOnMap => ({
  add: nothing,
  show: nothing,
  setOpacity: nothing,
  setOrder: nothing,
  destroy: nothing,
});
export const mountCameraViews = (_: Globe): CameraViews => ({ set: nothing, show: nothing });
export const mountFireExtent = (_: Globe): FireExtentLayer => ({ set: nothing, destroy: nothing });
export const mountObservations = (_: Globe): ObservationsOnMap => ({ set: nothing, show: nothing });
export const mountSpread = (_: Globe): SpreadOnMap => ({ set: nothing, at: nothing, show: nothing, destroy: nothing });
export const mountSurroundings = (_: Globe): SurroundingsOnMap => ({ set: nothing, show: nothing });
export const mountRoute = (_: Globe): RouteOnMap => ({ set: nothing, destroy: nothing });
export const mountReach = (_: Globe): ReachOnMap => ({ set: nothing, destroy: nothing });
export const mountTrack = (_: Globe): TrackOnMap => ({ set: nothing, destroy: nothing });
export const mountReplay = (_: Globe): ReplayOnMap => ({ set: nothing, at: nothing, follow: nothing, destroy: nothing });
export const mountHeatAreas = (_: Globe, __: HeatPart): HeatAreaLayer => ({ set: () => undefined, show: () => undefined });
export const mountBurnedAreas = (_: Globe): BurnedAreaLayer => ({ set: () => undefined, destroy: () => undefined });
export const mountPlots = (_: Globe, _part: PlotPart): PlotLayer => ({
  set: nothing,
  show: nothing,
  destroy: nothing,
});
export const mountCoverage = (_: Globe): CoverageOnMap => ({
  set: nothing,
  single: nothing,
  setOpacity: nothing,
  show: nothing,
  onSeen: () => nothing,
  opacity: 0.6,
});
export const mountDangerGrid = (_: Globe): DangerGridOnMap => ({
  set: nothing,
  mark: nothing,
  setOpacity: nothing,
  show: nothing,
  onSeen: () => nothing,
  opacity: 0.6,
});
export const mountGapPicture = (_: Globe): GapPictureOnMap => ({ set: nothing, destroy: nothing });
export const mountHeat = (_: Globe): HeatOnMap => ({ set: nothing, setOpacity: nothing, show: nothing, opacity: 0.5 });
export const mountRisk = (_: Globe, _onDrawn: (onWhole: boolean) => void, _id?: string): RiskOnMap => ({
  addAreas: nothing,
  set: nothing,
  setOpacity: nothing,
  show: nothing,
  opacity: 0.5,
});
export const mountScenes = (_: Globe): Scenes => ({ set: nothing, show: nothing, destroy: nothing });
export const mountSightings = (_: Globe): SightingLayer => ({ set: nothing, setDraggable: nothing, destroy: nothing });
export const mountVectorTiles = (_: Globe): VectorTiles => ({
  set: nothing,
  show: nothing,
  setOpacity: nothing,
  setOrder: nothing,
  again: nothing,
  destroy: nothing,
});
export const mountWeather = (_: Globe): WeatherOnMap => ({ set: nothing, show: nothing });

function nothing(): void {
  // Nothing is drawn.
}
