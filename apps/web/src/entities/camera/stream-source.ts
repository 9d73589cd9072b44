// Where a stream comes from: a camera's live one by its call, a recording by its address.
import { CallFailed, type Client } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { Recording, StreamState } from '@lookout/domain';
import { streamKind } from './players/players.ts';
import type { Asked, WatchFault } from './watching.ts';

/** 1 main, 2 sub. */
export type StreamType = 1 | 2;

export interface WatchedCamera {
  readonly id: string;
  readonly name: string;
  readonly monitorId: string | null;
}

const FORBIDDEN = 403;
/** Pieces that touch the window of one: itself, and those before and after. */
const NEIGHBOURS = 10;
const SHOWN: ReadonlySet<StreamState> = new Set(['idle', 'connecting', 'playing']);

/** Specification §8: a reply "whose first item carries a code: its result text … shown as error, stop". */
export async function askLive(client: Client, cameraId: string, streamType: StreamType, signal: AbortSignal): Promise<Asked> {
  try {
    const [first] = await client.video.mediaStream({ query: { cameraId, streamType }, occasion: 'background', silent: true, signal });
    if (!first) return { kind: 'refused', fault: 'offline', text: null, isFinal: false };
    if (first.code !== null || first.url === null) return { kind: 'refused', fault: 'refused', text: first.result, isFinal: true };
    return { kind: 'stream', url: first.url, player: streamKind(first.url, first.protocol) };
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): Asked {
  if (!(error instanceof CallFailed)) throw error;
  const { outcome } = error;
  if (outcome.kind === 'line-lost') return { kind: 'refused', fault: 'no-answer', text: null, isFinal: false };
  // The shell asks whoever is logged out.
  if (outcome.kind === 'logged-out') return { kind: 'refused', fault: 'unauthorized', text: null, isFinal: true };
  if (outcome.kind === 'error' && outcome.code === FORBIDDEN) return { kind: 'refused', fault: 'no-right', text: null, isFinal: true };
  return { kind: 'refused', fault: 'refused', text: outcome.message, isFinal: outcome.kind === 'error' && outcome.code < 500 };
}

/** Its address is asked for anew: the ticket of a list that has been open for a while is dead. */
export async function askRecording(client: Client, { cameraId, beganAt }: Recording, signal: AbortSignal): Promise<Asked> {
  try {
    const { list } = await client.video.recordingPage({
      body: { cameraId, beginTime: formatTime(beganAt), endTime: formatTime(nextSecond(beganAt)), pageNo: 1, pageSize: NEIGHBOURS },
      ...{ occasion: 'background', silent: true, signal },
    });
    const found = list.find((recording) => recording.beganAt.getTime() === beganAt.getTime());
    if (!found) return { kind: 'refused', fault: 'recording-gone', text: null, isFinal: true };
    return { kind: 'stream', url: found.url, player: streamKind(found.url, 'mp4') };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Times travel without their fraction: a piece that began in this second has begun by the next. Its own end may have been told as the same second. */
const nextSecond = (time: Date): Date => new Date(time.getTime() + 1_000);

/** Why a live picture broke off, as the server sees the camera; null: to the server nothing is wrong. */
export async function explainLive(client: Client, { id, monitorId, name }: WatchedCamera, signal: AbortSignal): Promise<WatchFault | null> {
  const body = monitorId === null ? { name } : { monitorId };
  const cameras = await client.video.checkAll({ body, occasion: 'background', silent: true, signal });
  const state = cameras.find((camera) => camera.id === id)?.state;
  return state === undefined || SHOWN.has(state) ? null : (state as WatchFault);
}
