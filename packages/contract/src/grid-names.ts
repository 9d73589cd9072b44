// How writers look up the name of a grid.
import type { GridNo } from '@lookout/domain';

/** A grid's own name (汶川县), or null for an unknown number. */
export type GridNames = (no: GridNo) => string | null;
