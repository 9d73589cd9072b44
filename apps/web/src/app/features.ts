import { admin } from '../features/admin/feature.ts';
import { alarm } from '../features/alarm/feature.ts';
import { decision } from '../features/decision/feature.ts';
import { device } from '../features/device/feature.ts';
import { emergencyPlan } from '../features/emergency-plan/feature.ts';
import { exercise } from '../features/exercise/feature.ts';
import { fireReport } from '../features/fire-report/feature.tsx';
import { fireStory } from '../features/fire-story/feature.ts';
import { forest } from '../features/forest/feature.tsx';
import { geologicHazard } from '../features/geologic-hazard/feature.tsx';
import { knownHeat } from '../features/known-heat/feature.ts';
import { liveVideo } from '../features/live-video/feature.ts';
import { monitor } from '../features/monitor/feature.tsx';
import { monitorConfig } from '../features/monitor-config/feature.ts';
import { monitoringPoints } from '../features/monitoring-points/feature.tsx';
import { notifications } from '../features/notifications/feature.ts';
import { posts } from '../features/posts/feature.tsx';
import { ranger } from '../features/ranger/feature.ts';
import { rangerMessages } from '../features/ranger-messages/feature.ts';
import { record } from '../features/record/feature.ts';
import { replay } from '../features/replay/feature.ts';
import { reporting } from '../features/reporting/feature.ts';
import { resourceSearch } from '../features/resource-search/feature.tsx';
import { resources } from '../features/resources/feature.ts';
import { risk } from '../features/risk/feature.tsx';
import { safety } from '../features/safety/feature.ts';
import { sos } from '../features/sos/feature.ts';
import { statistics } from '../features/statistics/feature.ts';
import { task } from '../features/task/feature.ts';
import { warning } from '../features/warning/feature.ts';
import { weather } from '../features/weather/feature.tsx';
import { ownPagesOf, pagesOf, type WebFeature } from '../manifest/web-feature.ts';

/** The features of the main shell, one line each. Their globe parts are mounted in this order: later ones are drawn above. */
export const FEATURES: readonly WebFeature[] = [
  monitor,
  forest,
  geologicHazard,
  monitoringPoints,
  weather,
  risk,
  statistics,
  fireReport,
  knownHeat,
  emergencyPlan,
  warning,
  resourceSearch,
  posts,
  liveVideo,
  task,
  decision,
  record,
  alarm,
  ranger,
  sos,
  safety,
  reporting,
  rangerMessages,
  replay,
  notifications,
  fireStory,
  admin,
  device,
  monitorConfig,
  exercise,
  resources,
];

export const PAGES = pagesOf(FEATURES);
/** What features show in the header, in the order of the list. */
export const HEADER_BADGES = FEATURES.flatMap(({ HeaderBadge }, key) => (HeaderBadge ? [{ key, HeaderBadge }] : []));
/** What features let float over every page, in the order of the list. */
export const OVERLAYS = FEATURES.flatMap(({ Overlay }, key) => (Overlay ? [{ key, Overlay }] : []));
export const OWN_PAGES = ownPagesOf(FEATURES);
