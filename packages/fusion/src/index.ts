export * from './association.ts';
export * from './calibration.ts';
export * from './detection.ts';
export * from './fused-position.ts';
export * from './incident-summary.ts';
export * from './known-heat.ts';
export * from './pointed.ts';
