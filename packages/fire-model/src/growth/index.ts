export * from './class-fuels.ts';
export * from './frame.ts';
export * from './ground.ts';
export * from './grow.ts';
export * from './ignition.ts';
export * from './isochrones.ts';
export * from './request.ts';
export { beaufortOf, fuelBurns, type GroundFuel, SPREAD_MODELS, type SpreadModel, type WeatherHour } from './weather.ts';
export * from './wind-by-place.ts';
