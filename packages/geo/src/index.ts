export {
  type Area,
  type AreaGeometry,
  type AreaIndex,
  type AreaIndexBuilder,
  type Bounds,
  boundsOf,
  createAreaIndex,
  createAreaIndexBuilder,
  openAreaIndex,
  type SharedAreas,
} from './areas/area-index.ts';
export { FAR_STEPS_PER_DEGREE, farOutline } from './areas/far-outline.ts';
export { ringCrosses } from './areas/ring-crossing.ts';
export * from './burned/burn-ratio.ts';
export * from './burned/cell-regions.ts';
export { bearingDegrees, destination, distanceMetres, type LngLat, pixelFootprint, type Ring } from './coordinates/geodesic.ts';
export { degreesAt, type PlanePoint, planeOffset, planePlace } from './coordinates/plane.ts';
export * from './coordinates/text.ts';
export * from './elevation/cover-tile.ts';
export { type Cell, cubicAt } from './elevation/cubic.ts';
export { DEMO_COVER, type DemoCover, demoLandCover } from './elevation/demo-land-cover.ts';
export { DEMO_TOWNS, type DemoTown } from './elevation/demo-towns.ts';
export * from './elevation/lattice.ts';
export {
  BASE_LEVEL,
  boxOfTile,
  type GroundBox,
  type GroundDetail,
  type GroundPiece,
  type LayeredGround,
  layeredGround,
} from './elevation/layered.ts';
export {
  areaAround,
  coarserBox,
  hectaresByRow,
  heightGridOf,
  type PostBox,
  placeInBox,
  placeOnPosts,
  postBoxOf,
} from './elevation/post-box.ts';
export { demoRelief, demoRiverDistance, RELIEF_MAX_LEVEL, STAGE } from './elevation/relief.ts';
export { slopeAt } from './elevation/slope.ts';
export { createSurface, type PostTile, type Surface, type SurfaceOptions } from './elevation/surface.ts';
export * from './elevation/tile-format.ts';
export { attackArrow } from './measure/arrow.ts';
export { type DrawnLine, drawLine, hatches, middleOfArea, middleOfLine } from './measure/drawn-symbols.ts';
export * from './measure/lengths-and-areas.ts';
export { nearestOnShape } from './measure/nearest-on-shape.ts';
export { createPointIndex, openPointIndex, type PointIndex, type SharedPoints } from './nearness/point-index.ts';
export * from './north/north-correction.ts';
export * from './patrol-seen/last-seen.ts';
export { type TrackPiece, trackPieces } from './patrol-seen/points-along.ts';
export * from './patrol-seen/seen-along.ts';
export * from './patrol-seen/seen-cells.ts';
export * from './patrol-seen/stops-and-climb.ts';
export * from './picture/box-zoom.ts';
export * from './picture/picture-angles.ts';
export { type LocateOptions, locate, type SightedPosition, type Sighting } from './ray/locate.ts';
export * from './ray/sight.ts';
export {
  type ColumnOptions,
  type ColumnProfile,
  type ColumnProfiles,
  type ColumnProfilesOptions,
  columnProfile,
  columnProfiles,
  groundAtSlopes,
} from './sight/column-profile.ts';
export { eyeMetres, type Viewpoint } from './sight/rising-ground.ts';
export { type SkylinePoint, type SkylineRange, skyline } from './sight/skyline.ts';
export { camerasThatSee, canSee, type SeeingCamera, type SeenPosition, type Sightline } from './sight/visibility.ts';
export { LIGHTNING_HOURS, type RecentStroke, withLightning } from './tours/lightning.ts';
export { type CellInSight, legibleMetres, type TourLens, tourLooks, turnDegrees } from './tours/looks.ts';
export { type PlannedTours, planTours, type ToursAsked, UNSEEN_LIMIT_SECONDS } from './tours/plan-tours.ts';
export {
  equalTours,
  longestMoveSeconds,
  moveSeconds,
  type TourCamera,
  type TourLook,
  type TourStart,
  type TourVisit,
} from './tours/tour.ts';
export { type FirstLooks, firstLooks, leastWaitSeconds } from './tours/tour-figures.ts';
export { assignDuty, type WatchDuty } from './tours/watch-duty.ts';
export { CELL_SQUARE_KILOMETRES } from './track/cells.ts';
export {
  EMPTY_PATROL,
  extendPatrol,
  GAP_MS,
  type Patrol,
  soundFixes,
  type TrackFix,
  type TrackGap,
} from './track/patrol.ts';
export { evenlySpaced, thinTrack } from './track/thin.ts';
export * from './track/track-doubts.ts';
export {
  type Bearing,
  ellipseRing,
  isInsideEllipse,
  LEAST_ANGLE_DEGREES,
  LEAST_BASELINE_METRES,
  type NoTriangulation,
  type Triangulation,
  type TriangulationRefusal,
  type TriangulationSight,
  triangulate,
} from './triangulation/triangulation.ts';
export * from './uncertainty/covariance.ts';
export { chooseGridSites, type GridPlace, type GridSitesAsked } from './viewshed/grid-sites.ts';
export { type HeightGrid, heightBetween, type Mast } from './viewshed/height-grid.ts';
export { coarseCount, LAND, type Land, landOnPosts, postsInside, weightsOnPosts } from './viewshed/land.ts';
export { classesOf, ellipsesOf, leastByte, POST_CLASS, type SeeingMast, type Seers, seersOf } from './viewshed/land-coverage.ts';
export {
  addTallies,
  changeOf,
  ellipseAt,
  GAINED,
  type LandTally,
  LOST,
  type TallyOptions,
  type TargetTally,
  tallyOf,
} from './viewshed/land-tally.ts';
export {
  GROUND_SEEN,
  type HorizonSector,
  type MastView,
  mastView,
  NOT_SEEN,
  type PlacedMast,
  SEEN_AT_METRES,
  UNKNOWN_VIEW,
} from './viewshed/mast-view.ts';
export { ridgePlaces } from './viewshed/ridges.ts';
export { type SeenPosts, seenPosts, VISIBLE_WITHIN_METRES } from './viewshed/seen-posts.ts';
export { type ChosenSite, chooseSites } from './viewshed/sites.ts';
export { lowestVisible } from './viewshed/viewshed.ts';
