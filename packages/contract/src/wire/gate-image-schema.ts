// Gate images (卡口抓拍) as they travel, by their schema.
import { GATE_CATEGORIES } from '@lookout/domain';
import { z } from 'zod';

export const gateImage = z.object({
  id: z.uuid(),
  postId: z.string().nullable(),
  postName: z.string().nullable(),
  gridNo: z.string(),
  gridName: z.string(),
  captureTime: z.string(),
  /** 车辆, 人员: what was seen, as the gate said it. */
  category: z.enum(GATE_CATEGORIES),
  plate: z.string().nullable(),
  direction: z.enum(['in', 'out']).nullable(),
  picPath: z.string(),
  position: z.object({ lng: z.number(), lat: z.number() }),
});
export type WireGateImage = z.output<typeof gateImage>;
