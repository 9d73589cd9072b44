import { ownPagesOf, pagesOf, type WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { admin } from './admin/web/feature.ts';
import { alarm } from './alarm/web/feature.ts';
import { burning } from './burning/web/feature.tsx';
import { cameraSetup } from './camera/web/camera-setup/feature.ts';
import { monitoringPoints } from './camera/web/monitoring-points/feature.tsx';
import { northCorrection } from './camera/web/north-correction/feature.ts';
import { coverage } from './coverage/web/feature.ts';
import { danger } from './danger/web/feature.tsx';
import { decision } from './decision/web/feature.ts';
import { exercise } from './exercise/web/feature.ts';
import { fireArchive } from './fire-archive/web/feature.ts';
import { fireStory } from './fire-story/web/feature.ts';
import { forest } from './forest/web/feature.tsx';
import { hazard } from './hazard/web/feature.tsx';
import { knownHeat } from './known-heat/web/feature.ts';
import { monitor } from './monitor/web/feature.tsx';
import { notifications } from './notification/web/feature.ts';
import { plan } from './plan/web/feature.ts';
import { posts } from './post/web/feature.tsx';
import { ranger } from './ranger/web/feature.ts';
import { rangerMessages } from './ranger-message/web/feature.ts';
import { replay } from './replay/web/feature.ts';
import { reporting } from './reporting/web/feature.ts';
import { resources } from './resource/web/feature.ts';
import { resourceSearch } from './resource/web/resource-search/feature.tsx';
import { safety } from './safety/web/feature.ts';
import { site } from './site/web/feature.ts';
import { sos } from './sos/web/feature.ts';
import { statistics } from './statistics/web/feature.ts';
import { task } from './task/web/feature.ts';
import { liveVideo } from './video/web/feature.ts';
import { warning } from './warning/web/feature.ts';
import { weather } from './weather/web/feature.tsx';

/** The features of the main shell, one per line. Their globe parts are mounted in this order: later ones are drawn above. */
export const FEATURES: readonly WebFeature[] = [
  monitor,
  forest,
  hazard,
  monitoringPoints,
  weather,
  danger,
  statistics,
  burning,
  knownHeat,
  plan,
  site,
  warning,
  resourceSearch,
  posts,
  liveVideo,
  task,
  decision,
  fireArchive,
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
  northCorrection,
  coverage,
  cameraSetup,
  exercise,
  resources,
];

export const PAGES = pagesOf(FEATURES);
/** The header badges of the features, in the order of the list. */
export const HEADER_BADGES = FEATURES.flatMap(({ HeaderBadge }, key) => (HeaderBadge ? [{ key, HeaderBadge }] : []));
/** The overlays of the features above every page, in the order of the list. */
export const OVERLAYS = FEATURES.flatMap(({ Overlay }, key) => (Overlay ? [{ key, Overlay }] : []));
export const OWN_PAGES = ownPagesOf(FEATURES);
