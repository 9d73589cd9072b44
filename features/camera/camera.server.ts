// Monitoring points and their cameras: master data, viewing directions, and operators.
import { joined, type ServerFeature } from '@lookout/server/feature.ts';
import { cameraSetup } from './camera-setup.server.ts';
import { monitoringPoints } from './monitoring-points.server.ts';
import { sights } from './sights.server.ts';
import { steering } from './steering.server.ts';
import { vendors } from './vendors.server.ts';

export const camera: ServerFeature<'camera'> = joined(monitoringPoints, steering, sights, cameraSetup, vendors);
