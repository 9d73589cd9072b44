import { admin } from '../features/admin/feature.ts';
import { alarm } from '../features/alarm/feature.ts';
import { device } from '../features/device/feature.ts';
import { fireReport } from '../features/fire-report/feature.tsx';
import { forest } from '../features/forest/feature.tsx';
import { liveVideo } from '../features/live-video/feature.ts';
import { monitor } from '../features/monitor/feature.tsx';
import { monitorConfig } from '../features/monitor-config/feature.ts';
import { monitoringPoints } from '../features/monitoring-points/feature.tsx';
import { posts } from '../features/posts/feature.tsx';
import { ranger } from '../features/ranger/feature.ts';
import { resourceSearch } from '../features/resource-search/feature.tsx';
import { risk } from '../features/risk/feature.tsx';
import { task } from '../features/task/feature.ts';
import { weather } from '../features/weather/feature.tsx';
import { pagesOf, type WebFeature } from '../manifest/web-feature.ts';

/** The features of the main shell, one line each. Their globe parts are mounted in this order: later ones are drawn above. */
export const FEATURES: readonly WebFeature[] = [
  monitor,
  forest,
  monitoringPoints,
  weather,
  risk,
  fireReport,
  resourceSearch,
  posts,
  liveVideo,
  task,
  alarm,
  ranger,
  admin,
  device,
  monitorConfig,
];

export const PAGES = pagesOf(FEATURES);
