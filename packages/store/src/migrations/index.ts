import { journal } from './0001-journal.ts';
import { places } from './0002-places.ts';
import { accounts } from './0003-accounts.ts';
import { alarms } from './0004-alarms.ts';
import { devices } from './0005-devices.ts';
import { alarmsAreTheirEvents } from './0006-alarms-are-their-events.ts';
import { answers } from './0008-answers.ts';
import { tasks } from './0009-tasks.ts';
import { resources } from './0010-resources.ts';
import { shiftsAndMessages } from './0011-shifts-and-messages.ts';
import { samePlace } from './0012-same-place.ts';
import { plots } from './0013-plots.ts';
import { burnings } from './0014-burnings.ts';
import { mapLayers } from './0015-map-layers.ts';
import { fireWeather } from './0016-fire-weather.ts';
import { gateImages } from './0017-gate-images.ts';
import { placedChanges } from './0018-placed-changes.ts';
import { factsAsText } from './0019-facts-as-text.ts';
import { cameraLinks } from './0020-camera-links.ts';
import type { Migration } from './migration.ts';

export const MIGRATIONS: readonly Migration[] = [
  journal,
  places,
  accounts,
  alarms,
  devices,
  alarmsAreTheirEvents,
  answers,
  tasks,
  resources,
  shiftsAndMessages,
  samePlace,
  plots,
  burnings,
  mapLayers,
  fireWeather,
  gateImages,
  placedChanges,
  factsAsText,
  cameraLinks,
];
