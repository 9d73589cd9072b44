import { lazily, type WebFeature } from '../../manifest/web-feature.ts';

/** 护林员消息: what rangers wrote and nobody has read, counted in the header of every page and read there. */
export const rangerMessages: WebFeature = {
  HeaderBadge: lazily(async () => (await import('./MessagesBadge.tsx')).MessagesBadge),
};
