// All features of the server, one line each.

export { admin } from './admin/index.ts';
export { alarmActions } from './alarm-actions/index.ts';
export { auth } from './auth/index.ts';
export { burnings } from './burnings/index.ts';
export { cameraSetup } from './camera-setup/index.ts';
export { duty } from './duty/index.ts';
export { fire } from './fire/index.ts';
export { fireLevel } from './fire-level/index.ts';
export { grids } from './grids/index.ts';
export { layers } from './layers/index.ts';
export { monitoringPoints } from './monitoring-points/index.ts';
export { photos } from './photos/index.ts';
export { plots } from './plots/index.ts';
export { posts } from './posts/index.ts';
export { rangers } from './rangers/index.ts';
export { resources } from './resources/index.ts';
export { shift } from './shift/index.ts';
export { sights } from './sights/index.ts';
export { sms } from './sms/index.ts';
export { steering } from './steering/index.ts';
export { tasks } from './tasks/index.ts';
export { terrain } from './terrain/index.ts';
export { vendors } from './vendors/index.ts';
export { video } from './video/index.ts';
