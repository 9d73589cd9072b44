// Sends the monitoring points of the checkpoints, and the gate images of passing vehicles and people.
import { contract } from '@lookout/features/contract.ts';
import type { WorldClock } from '../clock.ts';
import { gateTexts, notices } from '../texts.ts';
import type { Parcel } from '../wire/queue.ts';
import type { Session } from '../wire/session.ts';
import type { Wire } from '../wire/wire.ts';
import type { Passing } from './passings.ts';
import { gatePicture } from './picture.ts';

/** Posts with a dedicated camera. */
export const WATCHED_POSTS = ['513221', '513222', '410781'].map((gridNo) => `DEMO-${gridNo}-inspectionPost-01`);
const codeOf = (post: string): string => `${post}-GATE`;
/** Height of the camera mast next to the barrier. */
const MAST_METRES = 6;

/** Creates the missing monitoring points, recognised by their code; must be sent after the posts. */
export function gateMonitorsParcel(session: Pick<Session, 'call'>): Parcel {
  return {
    name: notices.parcels.gatePoints,
    async send() {
      const [posts, monitors] = [
        await session.call(contract.resource.inspectionPost, {}),
        await session.call(contract.camera.monitorList, {}),
      ];
      if (posts.kind !== 'delivered') return posts;
      if (monitors.kind !== 'delivered') return monitors;
      const existing = new Set(monitors.data.map(({ resourceCode }) => resourceCode));
      for (const post of posts.data) {
        const code = codeOf(post.resourceCode);
        if (!WATCHED_POSTS.includes(post.resourceCode) || existing.has(code)) continue;
        const made = await session.call(contract.camera.createMonitoringPoint, {
          name: gateTexts.monitor(post.name),
          resourceCode: code,
          position: post.position,
          towerHeight: MAST_METRES,
          districtName: post.districtName,
          streetName: post.streetName,
          leaderName: post.leaderName,
          leaderPhone: post.leaderPhone,
          description: gateTexts.description,
          cameras: [{ deviceId: code, channelNum: 1, name: gateTexts.camera(post.name), cameraType: 'visible', manufacturer: 'onvif' }],
        });
        if (made.kind !== 'delivered') return made;
      }
      return { kind: 'delivered' };
    },
  };
}

/** Uploads the picture first; it is not uploaded again when only the record failed. */
export function passingParcel(
  passing: Passing,
  wire: Pick<Wire, 'picture' | 'gateImage'>,
  seed: number,
  clock: Pick<WorldClock, 'wallOf'>,
): Parcel {
  let pictureId: string | null = null;
  return {
    name: `${notices.parcels.gate} ${passing.id}`,
    async send() {
      if (pictureId === null) {
        const uploaded = await wire.picture(gatePicture(seed, passing));
        if (uploaded.kind !== 'delivered') return uploaded;
        pictureId = uploaded.data;
      }
      return wire.gateImage({
        resourceCode: passing.post,
        category: passing.category,
        plate: passing.plate,
        direction: passing.direction,
        picPath: pictureId,
        captureTime: new Date(clock.wallOf(passing.atMs)).toISOString(),
      });
    },
  };
}
