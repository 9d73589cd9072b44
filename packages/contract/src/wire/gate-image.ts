// Gate images (卡口抓拍) as they are read.
import type { GridNo, ListedGateImage } from '@lookout/domain';
import { readTime } from '../times.ts';
import { uploadsAt } from './file-url.ts';
import type { WireGateImage } from './gate-image-schema.ts';

export function readGateImage({ captureTime, picPath, gridNo, ...image }: WireGateImage): ListedGateImage {
  const [pictureId = ''] = uploadsAt([picPath]);
  return { ...image, gridNo: gridNo as GridNo, capturedAt: readTime(captureTime), pictureId };
}
