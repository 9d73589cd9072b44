export * from './grid-locks.ts';
export * from './group-policy.ts';
export * from './holidays.ts';
export * from './ptz-speed.ts';
export * from './region.ts';
export * from './regions.ts';
export * from './reporting-rules.ts';
