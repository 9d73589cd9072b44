// What the danger grid shows.
import type { DANGER_GRID_BY } from '../../danger.schema.ts';

export type DangerBy = (typeof DANGER_GRID_BY)[number];
