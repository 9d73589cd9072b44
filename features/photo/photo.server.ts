// Upload and download of photos. An upload belongs to its sender's grid until an alarm claims it, then to the alarm's grid.

import { fileUrl } from '@lookout/contract';
import { NATION } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers, type RawRoute } from '@lookout/server/serve/context.ts';
import { cachedByBrowsers, inlineAs } from '@lookout/server/serve/send-file.ts';
import { fileOf } from '@lookout/server/serve/uploaded-file.ts';
import { whoseOf } from '@lookout/server/serve/whose.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { MOST_MEGABYTES, readPicture, storeUpload } from '@lookout/server/services/pictures.ts';
import type { Upload } from '@lookout/store';
import type { Contract } from '../contract.ts';
import { isOnWall } from '../wall/service/wall-pictures.ts';

export const photo: ServerFeature<'photo'> = {
  open: (room) => ({ calls: uploadHandlers(room), rawRoutes: [fileRoute(room)] }),
};

function uploadHandlers({ store, pictures, scanner }: Pick<Room, 'store' | 'pictures' | 'scanner'>): Handlers<Contract['photo']> {
  return {
    async upload(context) {
      const { stream, headers, caller } = context;
      if (stream === null) throw invalid('file', 'no-picture-received');
      const bytes = await fileOf(stream, headers.contentType ?? '', MOST_MEGABYTES);
      await scanner.look(bytes, whoseOf(context));
      const picture = await readPicture(bytes, whoseOf(context));
      const gridNo = caller.kind === 'account' ? caller.gridNo : NATION;
      const accountId = caller.kind === 'account' ? caller.accountId : null;
      const id = await storeUpload({ store, pictures }, picture, { gridNo, accountId });
      context.audit.target('upload', id, gridNo);
      return {
        id,
        url: fileUrl(id) ?? '',
        width: picture.widthPixels,
        height: picture.heightPixels,
        longitude: picture.gps?.lng ?? null,
        latitude: picture.gps?.lat ?? null,
      };
    },
  };
}

/**
 * `GET /files/{id}`: the photo, only within its grid. A task's members may see the task's photos in any grid; callers who may only see tasks see no
 * other photos. A wall (大屏) sees the photos of the alarms that it shows.
 */
function fileRoute(room: Visible & Pick<Room, 'pictures' | 'config'>): RawRoute {
  return {
    name: 'file',
    method: 'GET',
    path: '/files/{id}',
    summary: '照片',
    permission: { anyOf: ['watch-alarms', 'dispatch', 'report-as-ranger'] },
    embeds: ['wall'],
    scope: 'object',
    async handle(context, request, reply) {
      const { id } = request.params as { id: string };
      const upload = await visiblePhoto(room, context, id);
      if (!upload) throw notFound();
      const picture = await room.pictures.read(upload.name);
      return reply
        .header('content-type', upload.mime)
        .header('content-length', upload.byteSize)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', inlineAs(upload))
        .header('cache-control', cachedByBrowsers(room.config))
        .send(picture);
    },
  };
}

type Visible = Pick<Room, 'store' | 'dutyPictures'>;

async function visiblePhoto(room: Visible, context: Context, id: string): Promise<Upload | null> {
  const { caller, scope, now } = context;
  const { store } = room;
  if (caller.kind === 'embed') return (await isOnWall(room, scope, id, now)) ? store.uploads.find(scope, id) : null;
  const { rights, accountId } = accountOf(context);
  if (rights.has('watch-alarms') || rights.has('report-as-ranger')) {
    const near = await store.uploads.find(scope, id);
    if (near) return near;
  } else if (await store.tasks.shows({ scope }, id)) return store.uploads.find(scope, id);
  return (await store.tasks.shows({ memberId: accountId }, id)) ? store.uploads.find(NATION, id) : null;
}
