// Gate images (卡口抓拍) as they travel.
import type { GridNo, ListedGateImage } from '@lookout/domain';
import { formatTime, readTime } from '../times.ts';
import { fileUrl, uploadsAt } from './file-url.ts';
import type { WireGateImage } from './gate-image-schema.ts';

export const writeGateImage = ({ capturedAt, pictureId, ...image }: ListedGateImage): WireGateImage => ({
  ...image,
  captureTime: formatTime(capturedAt),
  picPath: fileUrl(pictureId),
});

/** The inverse of `writeGateImage`, to the second. */
export function readGateImage({ captureTime, picPath, gridNo, ...image }: WireGateImage): ListedGateImage {
  const [pictureId = ''] = uploadsAt([picPath]);
  return { ...image, gridNo: gridNo as GridNo, capturedAt: readTime(captureTime), pictureId };
}
