import { AlertOutlined } from '@ant-design/icons';
import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 火险等级: the fire-risk levels of a day, as a list and on the map; and the rules by which they are rated. */
export const danger: WebFeature = {
  tabs: [
    {
      id: 'risk',
      side: 'left',
      title: { zh: '火险等级', en: 'Fire risk' },
      order: 4,
      right: 'watch-alarms',
      Icon: AlertOutlined,
      Panel: lazily(async () => (await import('./RiskPanel.tsx')).RiskPanel),
    },
  ],
  ownPages: [
    {
      path: '/dangerRules',
      title: { zh: '火险规则', en: 'Rules of fire danger' },
      right: 'watch-alarms',
      link: { icon: 'dangerRules', opensNewTab: false, place: 'prevention' },
      Page: lazily(async () => (await import('./rules/RulesPage.tsx')).RulesPage),
    },
  ],
  loadParts: async () => [(await import('./risk-part.ts')).risk],
};
