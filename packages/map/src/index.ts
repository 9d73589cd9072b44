export * from './bands.ts';
export { type Draw, type DrawRequest, type GeoBox, mountDraw } from './engine/draw.ts';
export type { Covered } from './engine/fit.ts';
export { createGlobe, type Globe } from './engine/globe.ts';
export * from './engine/types.ts';
export { type AlarmLayers, type AlarmLayersOptions, type AlarmPart, mountAlarms } from './layers/alarms/alarm-layers.ts';
export { SHAPE_OF_KIND } from './layers/alarms/atlas.ts';
export {
  AGE_LEGEND,
  type AgeClass,
  type AlarmMark,
  ageClassOf,
  type Footprint,
  type MarkChange,
  STATE_COLOURS,
} from './layers/alarms/mark.ts';
export { type BaseMapsOnMap, mountBaseMaps } from './layers/base-maps/base-map-layer.ts';
export type { BaseMapLayer } from './layers/base-maps/provider.ts';
export { type Boundaries, mountBoundaries } from './layers/boundaries/boundary-layer.ts';
export type { BoundaryFeatures } from './layers/boundaries/lines.ts';

export { type BoxLayer, mountBox } from './layers/box.ts';
export { type BurnedAreaLayer, type BurnedAreaMark, mountBurnedAreas } from './layers/burned-areas.ts';
export { BURNING_COLOURS, type BurningLook } from './layers/burning-looks.ts';
export { type BurningsOnMap, mountBurnings } from './layers/burnings.ts';
export { type CameraViewMark, type CameraViews, mountCameraViews } from './layers/camera-views.ts';
export type { CountLevel } from './layers/counts/badges.ts';
export type { KindCount } from './layers/counts/resource-counts.ts';
export { type DangerCellMark, type DangerGridOnMap, type DangerPicture, mountDangerGrid } from './layers/danger-grid.ts';
export { type FireExtentLayer, type FireExtentMark, mountFireExtent } from './layers/fire-extent.ts';
export { type HazardMark, type HazardsOnMap, mountHazards } from './layers/hazards.ts';
export { type HeatCells, type HeatOnMap, mountHeat } from './layers/heat.ts';
export { type HeatArea, type HeatAreaLayer, type HeatPart, mountHeatAreas } from './layers/heat-areas.ts';
export { HEAT_COLOURS } from './layers/heat-colours.ts';
export { type Highlight, type HighlightedPosition, mountHighlight } from './layers/highlight.ts';
export type { Marker, MarkerChange, MarkerIcon } from './layers/markers/marker.ts';
export { type MarkerGroup, type MarkerLayers, type MarkerPart, mountMarkers } from './layers/markers/markers.ts';
export { type MeasureLayer, type MeasureMark, mountMeasure } from './layers/measure.ts';
export { mountNames, type NameRank, type NamesOnMap, type PlaceName } from './layers/names/name-layer.ts';
export {
  type EscapeWayMark,
  mountPeopleSafety,
  type PeopleSafetyOnMap,
  type PersonSafetyMark,
} from './layers/people-safety.ts';
export type { PlotMark } from './layers/plots/plot-drawings.ts';
export { mountPlots, type PlotLayer } from './layers/plots/plot-layer.ts';
export { mountReach, type ReachAreaMark, type ReachMark, type ReachOnMap } from './layers/reach.ts';
export { reachColour } from './layers/reach-colours.ts';
export { mountReplay, type ReplayOnMap } from './layers/replay/replay-layer.ts';
export { type ReplaySample, type ReplayWay, sampleAt } from './layers/replay/way.ts';
export { mountRisk, type RiskOnMap } from './layers/risk/risk-layer.ts';
export { mountRivers, type RiverLine, type RiversOnMap } from './layers/rivers.ts';
export { mountRoute, type RouteMark, type RouteOnMap, type RouteStage } from './layers/route.ts';
export type { SafetyColours, SafetyLookName } from './layers/safety-looks.ts';
export { mountScenes, type SceneLayer, type Scenes } from './layers/scenes.ts';
export { mountSeen, type SeenMark, type SeenOnMap } from './layers/seen.ts';
export { mountSightings, type SightingLayer, type SightingsOnGround, type SightRay } from './layers/sightings.ts';
export { mountSos, type SosOnMap } from './layers/sos.ts';
export type { SpreadArea, SpreadOnGround } from './layers/spread/areas.ts';
export { probabilityColour, spreadColour } from './layers/spread/colours.ts';
export { mountSpread, type SpreadOnMap } from './layers/spread/spread-layer.ts';
export { mountSurroundings, type PointedAt, type SurroundingsMark, type SurroundingsOnMap } from './layers/surroundings.ts';
export { mountTrack, type Track, type TrackOnMap } from './layers/track.ts';
export { mountVectorTiles, type VectorTileLayer, type VectorTiles } from './layers/vector-tiles/vector-tile-layer.ts';
export type { SeenView } from './layers/view-watch.ts';
export { mountWeather, type WeatherOnMap } from './layers/weather.ts';
export { type GroundLegend, type GroundLook, USUAL_GROUND_LOOK } from './relief/look.ts';
export type { TerrainDetail } from './terrain/tiles.ts';
