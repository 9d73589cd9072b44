import { CloudOutlined } from '@ant-design/icons';
import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 气象信息: weather by city, as a list and on the map. */
export const weather: WebFeature = {
  tabs: [
    {
      id: 'weather',
      side: 'left',
      title: { zh: '气象信息', en: 'Weather' },
      order: 3,
      right: 'watch-alarms',
      Icon: CloudOutlined,
      Panel: lazily(async () => (await import('./WeatherTab.tsx')).WeatherTab),
    },
  ],
  loadParts: async () => [(await import('./weather-part.ts')).weather],
};
