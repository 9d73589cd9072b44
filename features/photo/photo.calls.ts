// Upload of photos.

import { row } from '@lookout/contract';
import { z } from 'zod';

export const photoCalls = {
  upload: row({
    method: 'POST',
    path: '/oa/api/upload',
    summary: '上传照片（PNG、JPEG，≤10MB，≤4000万像素）',
    permission: { feedOr: ['watch-alarms', 'report-as-ranger'] },
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'upload',
    daily: { budget: 'photos' },
    body: 'upload',
    reply: z.object({
      id: z.uuid(),
      url: z.string(),
      width: z.number(),
      height: z.number(),
      longitude: z.number().nullable(),
      latitude: z.number().nullable(),
    }),
  }),
};
