// `/media/…`: HTTP-FLV, HLS and recordings. A ticket in the URL represents its session, with that session's current rights and grid.
import type { Capability } from '@lookout/domain';
import { notFound, refused } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type RawRoute } from '@lookout/server/serve/context.ts';
import type { Playback, StreamKind, Tickets } from '@lookout/video';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VideoService } from '../../camera/service/open-video.ts';
import { sessionOf } from '../../camera/service/operating.ts';
import type { RecordingShelf } from '../../camera/service/recording-shelf.ts';
import { CHANNELS, channelKey, troubleOf } from '../../camera/service/streams.ts';
import type { Store } from '../../store.ts';

interface MediaDeps {
  readonly store: Pick<Store, 'alarms'>;
  readonly video: VideoService;
  readonly tickets: Tickets;
  readonly recordings: RecordingShelf;
}

/** `/media/alarm/<id>/<file>`: recording 1 or 2 of an alarm. The file extension, as given by the sender, selects the player. */
const ALARM_VIDEO = /^([12])\.(?:mp4|flv)$/;
export const alarmVideoFile = (address: string, index: number): string => `${index + 1}.${/\.flv(\?|$)/i.test(address) ? 'flv' : 'mp4'}`;
export const alarmVideoChannel = (alarmId: string, file: string): string => `alarm/${alarmId}/${file}`;

const FLV = /^(main|sub)\.flv$/;
const isKind = (text: string): text is StreamKind => (CHANNELS as readonly string[]).includes(text);
const ticketOf = (request: FastifyRequest): string | null => {
  const { ticket } = request.query as { ticket?: unknown };
  return typeof ticket === 'string' ? ticket : null;
};

export function mediaRoutes({ store, video, tickets, recordings }: MediaDeps): RawRoute[] {
  const watches = { method: 'GET', permission: { anyOf: ['watch-video'] }, scope: 'object' } as const;

  /** @throws Refusal outside the caller's grid, or when there is no such stream */
  const channelOf = async (context: Context, cameraId: string, kind: StreamKind) => {
    const channel = await video.streams.channelOf(await video.cameras.find(context.scope, cameraId), kind);
    if (!channel.ok) throw refused('no-stream', channel.error);
    return channel.value;
  };

  /**
   * Renews the ticket during `play`, and cuts the stream when the session dies or loses the right. A session with a bearer token is watched
   * in the same way.
   */
  const during = async (
    context: Context,
    request: FastifyRequest,
    { channel, right }: { readonly channel: string; readonly right: Capability },
    play: (cut: AbortSignal) => Promise<void>,
  ) => {
    const cut = new AbortController();
    const session = sessionOf(accountOf(context));
    const ticket = ticketOf(request) ?? (await tickets.issue(session, channel));
    const playing = await tickets.play(ticket, channel, () => cut.abort());
    if (!playing.ok) throw refused('ticket-unknown');
    const release = video.playing(session, { gridNo: context.scope, right });
    try {
      await play(cut.signal);
    } finally {
      release();
      playing.value.end();
    }
  };

  return [
    {
      ...watches,
      name: 'media-flv',
      path: '/media/{camera}/{file}',
      summary: '实时视频 HTTP-FLV：main.flv 或 sub.flv，带票据',
      ticketFor: ({ camera = '', file = '' }) => channelKey(camera, FLV.exec(file)?.[1] === 'sub' ? 'sub' : 'main'),
      async handle(context, request, reply) {
        const { camera, file } = request.params as { camera: string; file: string };
        const kind = FLV.exec(file)?.[1];
        if (kind === undefined || !isKind(kind)) throw notFound();
        const channel = await channelOf(context, camera, kind);
        const closed = new AbortController();
        // Uses the close event of the reply, because a request without a body closes as soon as it has been read.
        reply.raw.once('close', () => closed.abort());
        await during(context, request, { channel: channel.key, right: 'watch-video' }, async (cut) => {
          const feed = await video.engine.flv(channel, AbortSignal.any([closed.signal, cut]));
          if (!feed.ok) throw refused('channel-not-playing', troubleOf(feed.error));
          reply.hijack();
          const sent = feed.value.sendTo(reply.raw);
          cut.addEventListener('abort', () => sent.close(), { once: true });
          if (cut.aborted) sent.close();
          await sent.closed;
        });
      },
    },
    {
      ...watches,
      name: 'media-hls',
      path: '/media/{camera}/{channel}/{file}',
      summary: '实时视频 HLS：index.m3u8 与其分段，带票据',
      ticketFor: ({ camera = '', channel = '' }) => channelKey(camera, channel === 'sub' ? 'sub' : 'main'),
      async handle(context, request, reply) {
        const { camera, channel: kind, file } = request.params as { camera: string; channel: string; file: string };
        if (!isKind(kind)) throw notFound();
        const ticket = ticketOf(request);
        const channel = await channelOf(context, camera, kind);
        const segment = await video.engine.hls(channel, file, ticket === null ? '' : `?ticket=${encodeURIComponent(ticket)}`);
        if (!segment.ok) throw refused('channel-not-playing', troubleOf(segment.error));
        if (segment.value === null) throw refused('no-such-segment');
        return reply.header('content-type', segment.value.contentType).send(segment.value.body);
      },
    },
    {
      ...watches,
      name: 'media-recording',
      path: '/media/recording/{camera}/{file}',
      summary: '录像 .mp4，可分段请求，带票据',
      ticketFor: ({ file = '' }) => `recording/${file.replace(/\.mp4$/, '')}`,
      async handle(context, request, reply) {
        const { camera, file } = request.params as { camera: string; file: string };
        const id = /^(.+)\.mp4$/.exec(file)?.[1];
        const { camera: found, link } = await video.cameras.find(context.scope, camera);
        // The recording must be of this camera, which the caller may see.
        if (!id?.startsWith(`${channelKey(found.id, 'main')}/`)) throw notFound();
        await during(context, request, { channel: `recording/${id}`, right: 'watch-video' }, async (cut) => {
          const playback = await recordings.playback(id, request.headers.range);
          if (playback === null) {
            const isUnderWay = link?.isRecorded === true && recordings.mayBeElsewhere(id, context.now);
            throw isUnderWay ? refused('recording-not-there-yet') : notFound();
          }
          await send(playback, reply, cut);
        });
      },
    },
    {
      method: 'GET',
      // Users who see the alarm may see what was sent with it.
      permission: { anyOf: ['watch-alarms'] },
      scope: 'object',
      name: 'media-alarm',
      path: '/media/alarm/{id}/{file}',
      summary: '火警的录像，可分段请求，带票据',
      ticketFor: ({ id = '', file = '' }) => alarmVideoChannel(id, file),
      async handle(context, request, reply) {
        const { id, file } = request.params as { id: string; file: string };
        const alarm = await store.alarms.find(context.scope, id);
        const address = alarm?.facts.kind === 'camera' ? alarm.facts.videos[Number(ALARM_VIDEO.exec(file)?.[1]) - 1] : undefined;
        if (address === undefined) throw notFound();
        const closed = new AbortController();
        reply.raw.once('close', () => closed.abort());
        await during(context, request, { channel: alarmVideoChannel(id, file), right: 'watch-alarms' }, async (cut) => {
          const playback = await video.engine.clips.open(address, request.headers.range, AbortSignal.any([closed.signal, cut]));
          if (!playback.ok) throw refused('no-recording', { refusal: playback.error });
          await send(playback.value, reply, cut);
        });
      },
    },
  ];
}

async function send({ status, headers, body }: Playback, reply: FastifyReply, cut: AbortSignal): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(status, { ...headers, 'x-content-type-options': 'nosniff' });
  if (body === null) {
    reply.raw.end();
    return;
  }
  cut.addEventListener('abort', () => reply.raw.destroy(), { once: true });
  reply.raw.once('close', () => body.destroy());
  body.once('error', () => reply.raw.destroy());
  body.pipe(reply.raw);
  await new Promise<void>((done) => reply.raw.once('close', () => done()));
}
