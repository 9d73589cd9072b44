// Live video: stream addresses, states, recordings and snapshots.

import { type CodedError, codedError, formatTime, LIST_LIMIT, type Received } from '@lookout/contract';
import { DAY_MS } from '@lookout/domain';
import { streamKindOf } from '@lookout/region';
import { notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { whoseOf } from '@lookout/server/serve/whose.ts';
import { TICKET_MS } from '@lookout/server/services/deps.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { readPicture, storeUpload } from '@lookout/server/services/pictures.ts';
import { recordingRetention } from '@lookout/server/services/retention.ts';
import { mapInSlices } from '@lookout/store';
import type { StreamKind } from '@lookout/video';
import { channelMessages } from '../camera/camera.errors.ts';
import type { Camera } from '../camera/camera.ts';
import { writeCamera } from '../camera/camera.wire.ts';
import type { ReachedCamera } from '../camera/service/cameras.ts';
import { sessionOf } from '../camera/service/operating.ts';
import { createRecordingShelf, type RecordingShelf } from '../camera/service/recording-shelf.ts';
import { channelKey, troubleOf } from '../camera/service/streams.ts';
import type { Contract } from '../contract.ts';
import { errorMessage } from '../errors.ts';
import type { Store } from '../store.ts';
import { alarmVideoChannel, alarmVideoFile, mediaRoutes } from './server/media-routes.ts';
import type { StreamReply } from './video.calls.ts';

/** The default time window of recordings: one day. */
const RECORDING_WINDOW_MS = DAY_MS;

/** Parameters of specification §3. */
type StreamRequest = Received<Contract['video']['mediaStream']>['query'];

const kindOf = (streamType: number): StreamKind => (streamType === 2 ? 'sub' : 'main');

export const video: ServerFeature<'video'> = {
  open(room) {
    const { video: service, files, config, clock, log, waits, sharedJobs } = room;
    const recordings = createRecordingShelf({
      engine: service.engine.recordings,
      files,
      sharedJobs,
      dataDir: config.dataDir,
      retention: recordingRetention(config),
      clock,
      log,
      ...(waits.recordingsEveryMs && { sendEveryMs: waits.recordingsEveryMs }),
    });
    const needs = { ...room, recordings };
    return { calls: videoHandlers(needs), rawRoutes: mediaRoutes(needs), jobs: [recordings] };
  },
};

function videoHandlers({
  store,
  video,
  tickets,
  grids,
  pictures,
  recordings,
}: Pick<Room, 'store' | 'video' | 'tickets' | 'grids' | 'pictures'> & { readonly recordings: RecordingShelf }): Handlers<
  Contract['video']
> {
  /** Adds a ticket to the address of each channel. */
  const ticketed = async (
    context: Context,
    channels: readonly { readonly address: string; readonly channel: string }[],
  ): Promise<string[]> => {
    const issued = await tickets.issueAll(
      sessionOf(accountOf(context)),
      channels.map(({ channel }) => channel),
    );
    return channels.map(({ address }, at) => `${address}?ticket=${encodeURIComponent(issued[at] ?? '')}`);
  };

  /** The user's group decides the protocol (specification §6). */
  const stream = async (context: Context, reached: ReachedCamera, kind: StreamKind): Promise<{ rows: StreamReply[] }> => {
    const { camera } = reached;
    const base = { cameraId: camera.id, name: camera.name };
    const channel = await video.streams.channelOf(reached, kind);
    if (!channel.ok) {
      const result = errorMessage(codedError('no-stream', channel.error), context.language);
      return { rows: [{ ...base, code: 'no-stream', result, url: null, protocol: null, expiresAt: null }] };
    }
    const protocol = streamKindOf(accountOf(context).groupId);
    const { key } = channel.value;
    const address = protocol === 'flv' ? `/media/${key}.flv` : `/media/${key}/index.m3u8`;
    const [url = null] = await ticketed(context, [{ address, channel: key }]);
    const expiresAt = formatTime(new Date(context.now.getTime() + TICKET_MS));
    return { rows: [{ ...base, code: null, result: null, protocol, url, expiresAt }] };
  };

  const streamsOf = async (context: Context, { cameraId, manufacturer, streamType }: StreamRequest) =>
    stream(context, video.cameras.madeBy(await video.cameras.find(context.scope, cameraId), manufacturer), kindOf(streamType));

  const states = () => new Map(video.engine.states().map((report) => [report.key, report]));
  const listed = async (scope: Context['scope'], filters: Parameters<Store['cameras']['list']>[1]) => {
    const { list, more } = await store.cameras.list(scope, filters, { limit: LIST_LIMIT });
    return { list, ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
  };

  return {
    liveVideo: (context, { body }) => streamsOf(context, body),
    mediaStream: (context, { query }) => streamsOf(context, query),

    async checkAll({ scope, language }, { body }) {
      const { list, ...rest } = await listed(scope, { monitoringPointId: body.monitorId ?? undefined, text: body.name || undefined });
      const monitoringPointIds = [...new Set(list.flatMap(({ monitoringPointId }) => monitoringPointId ?? []))];
      const monitoringPoints = await store.monitoringPoints.list(scope, { ids: monitoringPointIds }, { limit: LIST_LIMIT });
      const monitoringPointNames = new Map(monitoringPoints.list.map(({ id, name }) => [id, name]));
      const channels = states();
      const rows = await mapInSlices(list, (camera: Camera) => {
        const report = channels.get(channelKey(camera.id, 'main')) ?? channels.get(channelKey(camera.id, 'sub'));
        const state = report?.state ?? (camera.online ? 'idle' : 'offline');
        const checkedAt = video.watch.checkedAt(camera.id);
        return {
          ...writeCamera(camera),
          monitorName: camera.monitoringPointId === null ? null : (monitoringPointNames.get(camera.monitoringPointId) ?? null),
          gridName: grids().nameOf(camera.gridNo) ?? camera.gridNo,
          state,
          stateText: channelMessages[language]({ state, detail: report?.detail ?? null }),
          viewers: report?.viewers ?? 0,
          isRecording: report?.isRecording ?? false,
          checkedAt: checkedAt && formatTime(checkedAt),
        };
      });
      return { rows, ...rest };
    },

    async camerasOnline({ scope }) {
      const { list, ...rest } = await listed(scope, { online: true });
      return { rows: await mapInSlices(list, writeCamera), ...rest };
    },

    async onlineDevices({ scope }) {
      const { list, ...rest } = await listed(scope, { online: true });
      const devices = Map.groupBy(list, ({ deviceId }) => deviceId);
      const rows = [...devices].map(([deviceId, channels]) => ({
        deviceId,
        channels: channels.length,
        manufacturer: channels[0]?.manufacturer ?? null,
        monitorId: channels[0]?.monitoringPointId ?? null,
      }));
      return { rows, ...rest };
    },

    async cameraTimes({ scope }, { body }) {
      const filters = { cameraId: body.cameraId ?? undefined, begin: body.beginTime ?? undefined, end: body.endTime ?? undefined };
      const { list, more } = await store.cameraLinks.times(scope, filters, { limit: LIST_LIMIT });
      const rows = list.map(({ cameraId, name, gridNo, online, begin, end }) => ({
        cameraId,
        name,
        gridNo,
        isOnline: online ? ('1' as const) : ('0' as const),
        beginTime: formatTime(begin),
        endTime: end && formatTime(end),
      }));
      return { rows, ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },

    async recordingPage(context, { body }) {
      const { camera } = await video.cameras.find(context.scope, body.cameraId);
      const end = body.endTime ?? context.now;
      const begin = body.beginTime ?? new Date(end.getTime() - RECORDING_WINDOW_MS);
      const { pieces: found, isWithoutBucket } = await recordings.list(channelKey(camera.id, 'main'), { begin, end });
      const pieces = found.toReversed();
      const offset = (body.pageNo - 1) * body.pageSize;
      const page = pieces.slice(offset, offset + body.pageSize);
      const urls = await ticketed(
        context,
        page.map(({ id }) => ({ address: `/media/recording/${camera.id}/${encodeURIComponent(id)}.mp4`, channel: `recording/${id}` })),
      );
      const list = page.map((piece, at) => ({
        cameraId: camera.id,
        beganAt: piece.begin,
        endedAt: piece.end,
        bytes: piece.bytes,
        url: urls[at] ?? '',
      }));
      const remark = { code: 'bucket-away', params: {} } as const;
      return { total: pieces.length, pageNo: body.pageNo, pageSize: body.pageSize, list, ...(isWithoutBucket && { remark }) };
    },

    async alarmVideos(context, { query }) {
      const alarm = await store.alarms.find(context.scope, query.id);
      if (!alarm) throw notFound();
      const refusedVideo = (code: string, error: CodedError) => ({ code, result: errorMessage(error, context.language), url: null });
      const rows = (alarm.facts.kind === 'camera' ? alarm.facts.videos : []).map(async (address, index) => {
        const [, own, piece = ''] = /^(\/media\/recording\/[^/?]+\/([^/?]+)\.mp4)/.exec(address) ?? [];
        if (own !== undefined) {
          // A recording of our own: its route checks the right to video, and the camera's grid.
          if (!accountOf(context).rights.has('watch-video')) return refusedVideo('no-right', codedError('no-right'));
          const [url = null] = await ticketed(context, [{ address: own, channel: `recording/${piece.replace(/%2F/gi, '/')}` }]);
          return { code: null, result: null, url };
        }
        const refusal = await video.engine.clips.refusalOf(address);
        if (refusal !== null) return refusedVideo(refusal, codedError('no-recording', { refusal }));
        const file = alarmVideoFile(address, index);
        const channel = alarmVideoChannel(alarm.id, file);
        const [url = null] = await ticketed(context, [{ address: `/media/alarm/${alarm.id}/${file}`, channel }]);
        return { code: null, result: null, url };
      });
      return { rows: await Promise.all(rows) };
    },

    async record(context, { body }) {
      const reached = await video.cameras.find(context.scope, body.cameraId);
      context.audit.target('camera', reached.camera.id, reached.camera.gridNo);
      context.audit.detail({ isOn: body.isOn });
      if (!(await video.recording.set(context.scope, reached, body.isOn))) throw refused('no-stream-address');
      return undefined;
    },

    async snapshot(context, { body }) {
      const reached = await video.cameras.find(context.scope, body.cameraId);
      const { camera } = reached;
      const channel = await video.streams.channelOf(reached, 'main');
      if (!channel.ok) throw refused('camera-refused', channel.error);
      const shot = await video.engine.snapshot(channel.value);
      if (!shot.ok) throw refused('no-snapshot', troubleOf(shot.error));
      const { accountId } = accountOf(context);
      const picture = await readPicture(Buffer.from(shot.value.jpeg), whoseOf(context));
      const id = await storeUpload({ store, pictures }, picture, { gridNo: camera.gridNo, accountId });
      await store.uploads.keep(id);
      context.audit.target('camera', camera.id, camera.gridNo);
      context.audit.detail({ uploadId: id });
      return { pictureId: id, takenAt: shot.value.at };
    },
  };
}
