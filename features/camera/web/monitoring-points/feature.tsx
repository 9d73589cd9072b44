import { RadarChartOutlined } from '@ant-design/icons';
import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 监测信息: the monitoring points of the grid. */
export const monitoringPoints: WebFeature = {
  tabs: [
    {
      id: 'monitors',
      side: 'left',
      title: { zh: '监测信息', en: 'Monitoring' },
      order: 2,
      right: 'watch-alarms',
      Icon: RadarChartOutlined,
      Panel: lazily(async () => (await import('./MonitoringPointsPanel.tsx')).MonitoringPointsPanel),
    },
  ],
};
