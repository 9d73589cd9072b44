// Gate images (卡口抓拍): what passed a post.
import type { Position } from './alarm.ts';
import type { GridNo } from './grid.ts';

export const GATE_CATEGORIES = ['vehicle', 'person'] as const;
export type GateCategory = (typeof GATE_CATEGORIES)[number];
export type GateDirection = 'in' | 'out';

/** As a desk is given it; what the gate did not say is null. */
export interface ListedGateImage {
  readonly id: string;
  readonly postId: string | null;
  readonly postName: string | null;
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly position: Position;
  readonly capturedAt: Date;
  readonly category: GateCategory;
  readonly plate: string | null;
  readonly direction: GateDirection | null;
  /** Of the upload. */
  readonly pictureId: string;
}
