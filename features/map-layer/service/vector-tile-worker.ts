// Worker thread: parsing and cutting a tile's features takes tens of milliseconds, which must not delay an alarm.
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { makeTile, type TileFeature } from './vector-tile.ts';

export interface VectorTileOrder {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  /** JSON: TileFeature[]. */
  readonly text: string;
}

/** The tile is gzipped; empty: it has no features. */
answerQuestions<VectorTileOrder, Uint8Array>(async ({ level, x, y, text }) => makeTile(JSON.parse(text) as TileFeature[], level, x, y));
