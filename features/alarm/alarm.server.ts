// Alarms: ingest, queries and actions.
import { joined, type ServerFeature } from '@lookout/server/feature.ts';
import { alarmActions } from './alarm-actions.server.ts';
import { alarms } from './alarms.server.ts';

export const alarm: ServerFeature<'alarm'> = joined(alarms, alarmActions);
