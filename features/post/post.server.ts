// Two points, one post (两点一岗): checkpoints by grid, the monitoring points that watch them, and images of passages.

import { randomUUID } from 'node:crypto';
import { LIST_LIMIT } from '@lookout/contract';
import { DAY_MS, FUTURE_TOLERANCE_MS, type GridNo } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Log } from '@lookout/server/log-lines/log.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { within } from '@lookout/server/serve/fence.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { PictureFiles } from '@lookout/server/services/pictures.ts';
import { type Polling, poll } from '@lookout/server/services/poll.ts';
import { gatePictureRetention } from '@lookout/server/services/retention.ts';
import { mapInSlices } from '@lookout/store';
import type { ListedGateImage, MonitoringPoint } from '../camera/camera.ts';
import { writeCamera, writeGateImage, writeMonitoringPoint } from '../camera/camera.wire.ts';
import type { Contract } from '../contract.ts';
import { writeResource } from '../resource/resource.wire.ts';
import type { Store } from '../store.ts';
import type { GateImage } from './gates.store.ts';

/** A monitoring point within this distance of a checkpoint watches it. */
const WATCHES_METRES = 1_000;

export const post: ServerFeature<'post'> = {
  open({ store, grids, config, pictures, clock, log }) {
    const pictureRetention = keepPictureRetention({ store, pictures, clock, log, ...gatePictureRetention(config) });
    return { calls: postHandlers({ store, grids }), jobs: [pictureRetention] };
  },
};

function postHandlers({ store, grids }: Pick<Room, 'store' | 'grids'>): Handlers<Contract['post']> {
  const nameOf = (no: GridNo): string => grids().nameOf(no) ?? no;

  const monitorsIn = async (scope: GridNo, ids?: readonly string[]) => {
    const [{ list, more }, counts] = await Promise.all([
      store.monitoringPoints.list(scope, { ids }, { limit: LIST_LIMIT }),
      store.gates.cameraCounts(scope),
    ]);
    const write = (monitoringPoint: MonitoringPoint) => {
      const { cameras, online } = counts.get(monitoringPoint.id) ?? { cameras: 0, online: 0 };
      return { ...writeMonitoringPoint(monitoringPoint, grids().nameOf), cameraCount: cameras, onlineCount: online };
    };
    return { list: await mapInSlices(list, write), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
  };

  return {
    async inspectionPosts({ scope }, { query }) {
      const { list, more } = await store.resources.list(
        within(scope, 'gridId', query.gridId),
        { kinds: ['inspectionPost'] },
        { limit: LIST_LIMIT },
      );
      return { rows: list.map((post) => writeResource(post, grids().nameOf)), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },

    async monitorsByGrid({ scope }, { query }) {
      const { list, ...rest } = await monitorsIn(within(scope, 'gridId', query.gridId));
      return { rows: list, ...rest };
    },

    async gateMonitorsByGrid({ scope }, { query }) {
      const narrowed = within(scope, 'gridId', query.gridId);
      const posts = await store.gates.watchedPosts(narrowed, WATCHES_METRES);
      const { list, ...rest } = await monitorsIn(narrowed, [...posts.keys()]);
      return { rows: list.map((monitoringPoint) => ({ ...monitoringPoint, postName: posts.get(monitoringPoint.id) ?? '' })), ...rest };
    },

    async camerasByPoint({ scope }, { query }) {
      if (!(await store.monitoringPoints.find(scope, query.monitorId))) throw notFound();
      const { list, more } = await store.cameras.list(scope, { monitoringPointId: query.monitorId }, { limit: LIST_LIMIT });
      return { rows: await mapInSlices(list, writeCamera), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },

    async cameraListNew({ scope }, { query }) {
      const { list, more } = await store.cameras.list(scope, { text: query.name || undefined }, { limit: LIST_LIMIT });
      return { rows: await mapInSlices(list, writeCamera), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },

    async gateImagePage({ scope }, { body }) {
      const { pageNo, pageSize, beginTime, endTime, postId, category, plate } = body;
      if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
      const filters = {
        postId: postId ?? undefined,
        category: category ?? undefined,
        plate: plate?.trim() || undefined,
        begin: beginTime ?? undefined,
        end: endTime ?? undefined,
      };
      const { total, list } = await store.gates.imagePage(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map((image) => writeGateImage(listed(image, nameOf))) };
    },

    async createGateImage(context, { body }) {
      const { caller, now } = context;
      if (body.captureTime.getTime() > now.getTime() + FUTURE_TOLERANCE_MS) throw invalid('captureTime', 'captured-in-the-future');
      const id = await store.transaction(async (tx) => {
        const post = await tx.gates.findPost(context.scope, body.resourceCode.trim());
        if (!post) throw invalid('resourceCode', 'no-such-post');
        const image = await tx.gates.addImage({
          id: randomUUID(),
          post,
          capturedAt: body.captureTime,
          category: body.category,
          pictureId: body.picPath,
          plate: body.plate?.trim() || null,
          direction: body.direction ?? null,
        });
        if (image.isNew) {
          const missing = await tx.uploads.claim([body.picPath], caller.kind === 'account' ? caller.accountId : null, post.gridNo);
          if (missing.length > 0) throw invalid('picPath', 'image-gone');
        }
        context.audit.target('gate-image', image.id, post.gridNo);
        await tx.audit.append([context.audit.take()]);
        return image.id;
      });
      return { id };
    },
  };
}

const listed = ({ post, ...image }: GateImage, nameOf: (no: GridNo) => string): ListedGateImage => ({
  ...image,
  postId: post.id,
  postName: post.name,
  gridNo: post.gridNo,
  gridName: nameOf(post.gridNo),
  position: post.position,
});

// Retention of checkpoint pictures, by days and bytes as for recordings: first those that are too old are deleted, then the oldest until
// the rest fits.

interface RetentionOptions {
  readonly store: Store;
  readonly pictures: PictureFiles;
  readonly clock: () => Date;
  readonly log: Log;
  readonly days: number;
  /** Limit for the pictures' files together. */
  readonly bytes: number;
}

const EVERY_MS = 60 * 60_000;
/** Delay of the first run, so that it does not compete with the start. */
const FIRST_MS = 30_000;
/** Found in one run; the rest waits for the next hour. */
const FOUND_AT_ONCE = 20_000;
/** Images deleted per transaction. */
const AT_ONCE = 100;

/** One run. @returns how many were deleted */
export async function forgetOldPictures({ store, pictures, clock, days, bytes }: RetentionOptions): Promise<number> {
  const ids = await store.gates.overdue({ before: new Date(clock().getTime() - days * DAY_MS), bytes }, FOUND_AT_ONCE);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await store.transaction(async (tx) => {
      const names = await tx.gates.forgetImages(ids.slice(at, at + AT_ONCE));
      // Before the commit: if interrupted here, the rows remain and the next run finishes the work.
      await Promise.all(names.map((name) => pictures.remove(name)));
    });
  }
  return ids.length;
}

/** Runs every hour. */
function keepPictureRetention(options: RetentionOptions): Polling {
  const { log } = options;
  return poll({
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    async run() {
      const count = await forgetOldPictures(options);
      if (count > 0) log.info({ count }, 'old pictures of checkpoints were deleted');
    },
    failed: (error) => log.warn({ err: error }, 'old pictures of checkpoints could not be deleted'),
  });
}
