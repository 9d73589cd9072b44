export { type BucketQueue, createBucketQueue } from './bucket-queue.ts';
export * from './crown-fire.ts';
export * from './danger-cell.ts';
export * from './dead-moisture.ts';
export * from './ellipse.ts';
export * from './ensemble/index.ts';
export * from './fire-behavior-prediction.ts';
export * from './fuel-bed.ts';
export * from './fuel-models.ts';
export * from './growth/fire-arrival.ts';
export * from './growth/index.ts';
export * from './head-fire.ts';
export * from './intensity.ts';
export * from './land-cover-fbp.ts';
export * from './land-cover-fuels.ts';
export * from './midflame-wind.ts';
export * from './spotting.ts';
export * from './travel/assembly-point.ts';
export * from './travel/build-road-net.ts';
export * from './travel/closures.ts';
export * from './travel/escape.ts';
export * from './travel/helicopters.ts';
export * from './travel/journey-eta.ts';
export type { Stage, TravelledBy } from './travel/journey-legs.ts';
export * from './travel/journey-texts.ts';
export * from './travel/landing-sites.ts';
export * from './travel/reach-areas.ts';
export * from './travel/road-classes.ts';
export * from './travel/road-net.ts';
export * from './travel/safety-margin.ts';
export * from './travel/travel.ts';
export type { Closing } from './travel/travel-search.ts';
export {
  boxOfFrame,
  cellAt as cellOfPlace,
  createWalkGround,
  type GroundFrame,
  placeOfCell,
  type WalkGround,
} from './travel/walk-ground.ts';
export * from './travel/walking.ts';
export * from './version.ts';
export * from './wang.ts';
