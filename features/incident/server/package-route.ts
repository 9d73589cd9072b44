// `POST /fire/api/incident/package?id=`: the sealed package (封存包) of a fire, as this officer may see it. It is streamed while it is
// created, with fair queueing by grid and account.
import { finished } from 'node:stream/promises';
import { FILE_WEIGHT, uploadsAt } from '@lookout/contract';
import { incidentSummary } from '@lookout/fusion';
import { evenlySpaced } from '@lookout/geo';
import { HASH_OF_SUITE } from '@lookout/server/access/digests.ts';
import { notFound, Refusal, refused } from '@lookout/server/acting/refusal.ts';
import { createTurns } from '@lookout/server/acting/turns.ts';
import { accountOf, type Context, type RawRoute } from '@lookout/server/serve/context.ts';
import { pacedStream, ReceiverTooSlow } from '@lookout/server/serve/paced-stream.ts';
import { whoseOf } from '@lookout/server/serve/whose.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { VERSION } from '@lookout/server/settings/version.ts';
import type { FastifyReply } from 'fastify';
import { isDrill } from '../../exercise/drill.ts';
import type { WireStoryLine } from '../../fire-story/fire-story.schema.ts';
import { readStoryLine } from '../../fire-story/fire-story.wire.ts';
import { type PackedTrack, packedLine } from '../../fire-story/service/fire-package/contents.ts';
import { PICTURES_FOLDER } from '../../fire-story/service/fire-package/format.ts';
import { type PictureToPack, packFire, type Sealed, type ToPack } from '../../fire-story/service/fire-package/write.ts';
import { type FireStory, storyOf } from '../../fire-story/service/fire-story.ts';
import { firePackagePath } from '../incident.calls.ts';
import type { VisibleIncident } from '../incidents.store.ts';
import { PACKAGE_SUMMARY } from './texts.ts';

/**
 * A .zip without the 64-bit extension is limited to 4 GB. This is 200 pictures of the largest accepted size, and thousands of usual ones.
 */
const MOST_BYTES = 2 * 1024 ** 3;
const MOST_PICTURES = 5_000;
const MOST_STORED_POINTS = 5_000;
/** A track is thinned to at most this many points, evenly chosen. */
const MOST_TRACK_POINTS = 1_000;
const MOST_PLOTS = 1_000;
const MEGABYTE = 1024 * 1024;
/**
 * Number of packages created at a time. Each lasts as long as its receiver takes to download it, so it does not use the slots of heavy
 * calls, which are for calls that end by themselves.
 */
const BOUNDS = { atOnce: 4, atOnceOfGrid: 2, mostWaiting: 20, mostWaitingOfGrid: 6, mostWaitingOfOne: 2 } as const;
/**
 * A line of 300 kbit/s loads the usual package of some megabytes within minutes; half an hour corresponds to 10 Mbit/s for the largest
 * package.
 */
const PACE = { ms: 30_000, bytes: 1_000_000, limitMs: 30 * 60_000 } as const;
const PRODUCT = { name: 'Fire Lookout', version: VERSION } as const;

type Needs = Pick<Room, 'store' | 'grids' | 'journal' | 'pictures' | 'log' | 'signer' | 'config'>;

export function packageRoute(room: Needs): RawRoute {
  const turns = createTurns(BOUNDS);
  return {
    name: 'package-fire',
    method: 'POST',
    path: firePackagePath,
    summary: PACKAGE_SUMMARY,
    permission: { anyOf: ['dispatch'] },
    scope: 'object',
    weight: FILE_WEIGHT,
    async handle(context, request, reply) {
      const { id = '' } = request.query as Record<string, string | undefined>;
      const incident = await room.store.incidents.find(context.scope, id);
      if (incident === null) throw notFound();
      await turns.take(whoseOf(context), () => send(room, context, incident, reply), { signal: context.signal });
      return reply;
    },
  };
}

/** Resolves when the package is sent or has failed. The log contains the reason, unless the receiver disconnected. */
async function send(room: Needs, context: Context, incident: VisibleIncident, reply: FastifyReply): Promise<void> {
  const packing = { ...(await gathered(room, context, incident)), key: room.signer(), hash: HASH_OF_SUITE[room.config.cryptoSuite] };
  const content = packFire(packing, (sealed) => keepSeal(room, context, incident, sealed));
  const stream = pacedStream(content, PACE);
  stream.on('error', (error) => {
    if (error instanceof ReceiverTooSlow) room.log.warn({ incident: incident.id }, 'a package of a fire was not taken in time');
    else room.log.error({ err: error, incident: incident.id }, 'a package of a fire could not be finished');
  });
  const name = `${packing.fire.gridName}-${packing.made.at.toISOString().slice(0, 10)}-${incident.id.slice(-12)}.zip`;
  void reply
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff')
    .send(stream);
  await finished(stream).catch(() => undefined);
}

/** Stores the seal, its event and the audit row with the hash in one transaction. */
const keepSeal = ({ journal }: Needs, context: Context, incident: VisibleIncident, sealed: Sealed): Promise<void> =>
  journal.transact(context, async (tx) => {
    const { id: incidentId, gridNo } = incident;
    const { sha256, lines } = sealed;
    await tx.fireStories.seal({ sha256, incidentId, gridNo, madeBy: accountOf(context).fullName, madeAt: context.now, lines });
    const event = eventOf(context, { kind: 'incident.packaged', payload: sealed }, { objectId: incidentId, gridNo });
    return { value: undefined, happened: [{ event, after: null }] };
  });

/** @throws Refusal if the package would be too large */
async function gathered(
  { store, grids, pictures }: Needs,
  context: Context,
  incident: VisibleIncident,
): Promise<Omit<ToPack, 'key' | 'hash'>> {
  const { scope, now } = context;
  const { rights, fullName, accountId, gridNo: own } = accountOf(context);
  const { nameOf, fullNameOf } = grids();
  const story = await storyOf(store, grids(), { scope, rights, now }, incident);
  const alarmIds = incident.alarms.map(({ alarm }) => alarm.id);
  const [shown, tracks, plots] = await Promise.all([
    picturesOf(store, pictures, scope, story.lines),
    tracksOf(store, story.stays),
    store.plots.ofFires(scope, alarmIds, { limit: MOST_PLOTS }),
  ]);
  const members = incident.alarms.map(({ alarm, member }) => ({ alarm, evidence: member.evidence }));
  const { position, firstSeenAt, lastSeenAt } = incidentSummary(incident.id, members, { fireLevel: null, forestShare: null });
  const gridName = fullNameOf(incident.gridNo);
  // All alarms of a fire are either real or of an exercise.
  const drill = incident.alarms.some(({ alarm }) => isDrill(alarm));
  return {
    fire: {
      id: incident.id,
      gridNo: incident.gridNo,
      gridName,
      position,
      firstSeenAt,
      lastSeenAt,
      isOpen: incident.state === 'open',
      isDrill: drill,
    },
    packed: story.lines.map(packedLine),
    lines: story.lines.map(readStoryLine),
    tracks,
    plots,
    ...shown,
    made: { by: fullName, at: now, gridName: nameOf(own) ?? own, version: PRODUCT.version },
    manifest: {
      product: PRODUCT,
      fire: { id: incident.id, gridNo: incident.gridNo, gridName, alarmIds, drill },
      made: { by: fullName, accountId, at: now.toISOString(), gridNo: scope },
      isCut: story.more,
    },
  };
}

/** The pictures of the story that are in scope, each once. @throws Refusal if there are too many or their total size is too large */
async function picturesOf(
  store: Needs['store'],
  files: Needs['pictures'],
  scope: Context['scope'],
  lines: readonly WireStoryLine[],
): Promise<Pick<ToPack, 'pictures' | 'missing'>> {
  const urls = [...new Set(lines.flatMap((line) => line.pictures))];
  const idOf = new Map(urls.map((url) => [url, uploadsAt([url])[0] ?? '']));
  const found = await store.fireStories.picturesOf(scope, [...idOf.values()]);
  const bytes = [...found.values()].reduce((sum, { byteSize }) => sum + byteSize, 0);
  if (found.size > MOST_PICTURES || bytes > MOST_BYTES)
    throw refused('fire-package-too-large', { pictures: found.size, megabytes: Math.ceil(bytes / MEGABYTE) });
  const pictures: PictureToPack[] = [];
  const missing: string[] = [];
  for (const [url, id] of idOf) {
    const picture = found.get(id);
    if (picture === undefined) missing.push(url);
    else pictures.push({ url, name: PICTURES_FOLDER + picture.name, open: () => openOrNull(files, picture.name) });
  }
  return { pictures, missing };
}

async function openOrNull(files: Needs['pictures'], name: string): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return await files.read(name);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function tracksOf(store: Needs['store'], stays: FireStory['stays']): Promise<PackedTrack[]> {
  const points = await store.rangers.tracks(stays, { limit: MOST_STORED_POINTS });
  const names = new Map(stays.map(({ userId, fullName }) => [userId, fullName]));
  return [...Map.groupBy(points, ({ userId }) => userId)].map(([userId, of]) => ({
    userId,
    fullName: names.get(userId) ?? userId,
    points: evenlySpaced(inTime(of), MOST_TRACK_POINTS),
  }));
}

/** Two tasks of one person may overlap, so duplicate positions are removed. */
const inTime = <T extends { readonly at: Date }>(points: readonly T[]): T[] =>
  [...new Map(points.map((point) => [point.at.getTime(), point])).values()].sort((a, b) => a.at.getTime() - b.at.getTime());
