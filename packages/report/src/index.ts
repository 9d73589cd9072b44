export * from './charts.ts';
export * from './danger.ts';
export * from './tables.ts';
export * from './targets.ts';
export * from './terms.ts';
