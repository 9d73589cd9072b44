import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 护林员消息: unread messages of rangers, counted in the header of every page and read there. */
export const rangerMessages: WebFeature = {
  HeaderBadge: lazily(async () => (await import('./MessagesBadge.tsx')).MessagesBadge),
};
