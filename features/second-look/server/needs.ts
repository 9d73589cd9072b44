// What second looks use of the server.
import type { Room } from '@lookout/server/services/open.ts';

export type LookNeeds = Pick<Room, 'store' | 'journal' | 'sharedJobs' | 'video' | 'elevation' | 'pictures' | 'clock' | 'log' | 'config'>;
