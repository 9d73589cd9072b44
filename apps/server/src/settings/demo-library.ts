// The targets of the header's links in the demo if none are configured: pages of this system, and videos and papers of our own making
// (scripts/demo-library).
import { fileURLToPath } from 'node:url';
import type { ExternalLinkId } from '@lookout/region';
import type { Config, ForestryLink } from './config.ts';

export const DEMO_LIBRARY = fileURLToPath(new URL('../../demo-library', import.meta.url));
/** The URL prefix of the demo library's files. */
export const DEMO_LIBRARY_PATH = '/demo-library/';

/** Emergency plans have no entry: the app has a page of that name, and without a URL the header shows only that page. */
const DEMO_LINKS: Readonly<Partial<Record<ExternalLinkId, string>>> = {
  environment: '/manage/monitor?left=weather',
  backstage: '/manage/admin',
};

const DEMO_FORESTRY: readonly ForestryLink[] = [
  { title: '从卫星热点到火警（演示）', kind: 'video', url: `${DEMO_LIBRARY_PATH}from-hotspot-to-alarm.mp4` },
  { title: '塔上摄像头定位火点（演示）', kind: 'video', url: `${DEMO_LIBRARY_PATH}locating-from-a-tower.mp4` },
  { title: '值班手册（演示）', kind: 'pdf', url: `${DEMO_LIBRARY_PATH}duty-handbook.pdf` },
  { title: '野外用火须知（演示）', kind: 'pdf', url: `${DEMO_LIBRARY_PATH}fire-use-notice.pdf` },
];

/** The configured links; the demo fills the missing ones with its own. */
export function headerLinks({ demo, links, digitalForestry }: Pick<Config, 'demo' | 'links' | 'digitalForestry'>) {
  const isDemo = demo !== 'off';
  return {
    urlOf: (id: ExternalLinkId): string | null => links[id] ?? (isDemo ? (DEMO_LINKS[id] ?? null) : null),
    digitalForestry: digitalForestry.length === 0 && isDemo ? DEMO_FORESTRY : digitalForestry,
  };
}
