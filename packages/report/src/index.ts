export * from './charts.ts';
export * from './danger.ts';
export * from './fire-story.ts';
export { storyTexts } from './fire-story-texts.ts';
export * from './tables.ts';
export * from './targets.ts';
export * from './terms.ts';
