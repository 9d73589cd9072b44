// The feeds of a benchmark: calls at a steady rate, alarms that carry the time they were sent, and rangers that move.
import { Agent, request as httpRequest } from 'node:http';
import type { GridNo } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import type pg from 'pg';
import { markerOf } from './desk-crowd.ts';
import { makePeople } from './people.ts';
import { FEED_KEY } from './product.ts';

const ALARM_PATH = contract.alarm.createReport.path;
const POSITIONS_A_CALL = 50;

export interface Place {
  readonly no: GridNo;
  readonly lng: number;
  readonly lat: number;
}

/** The counties below a grid, each with the place of its seat. @param prefix of their codes; '' for all */
export async function countyPlaces(client: pg.Client, prefix = ''): Promise<Place[]> {
  const { rows } = await client.query<Place>(
    `select no, lng, lat from grid where level = 'county' and lng is not null and starts_with(no, $1) order by no`,
    [prefix],
  );
  return rows;
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** @returns the status of the response; 0: no response */
export function post(
  port: number,
  path: string,
  body: string,
  by: Readonly<Record<string, string>> = { 'x-feed-key': FEED_KEY },
): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...by };
    const call = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    call.once('error', () => resolve(0));
    call.end(body);
  });
}

/** Calls `work` this often per second, overdue calls at once. A late response does not delay the next call. */
export async function paced(perSecond: number, count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const inFlight: Promise<unknown>[] = [];
  for (let n = 0; n < count; n += 1) {
    const wait = begun + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((wake) => setTimeout(wake, wait));
    inFlight.push(work(n));
  }
  await Promise.all(inFlight);
}

export interface SentAlarm {
  readonly fire: number;
  readonly isAccepted: boolean;
}

/**
 * Sends alarms reported by people, one after the other, alternating between the servers. @param placeOf place of each alarm, by its number
 * from 1
 */
export function alarmSender(ports: readonly number[], placeOf: (fire: number) => Pick<Place, 'lng' | 'lat'>) {
  let fire = 0;
  let sent: SentAlarm[] = [];
  let accepted: number[] = [];
  const sendOne = async (): Promise<void> => {
    fire += 1;
    const mine = fire;
    const { lng, lat } = placeOf(mine);
    const sentAt = performance.timeOrigin + performance.now();
    const body = JSON.stringify({ longitude: lng, latitude: lat, description: markerOf(mine, sentAt), reporterName: '测试' });
    const isAccepted = (await post(ports[mine % ports.length] ?? 0, ALARM_PATH, body)) === 200;
    if (isAccepted) accepted.push(performance.timeOrigin + performance.now() - sentAt);
    sent.push({ fire: mine, isAccepted });
  };
  return {
    send: (perSecond: number, seconds: number) => paced(perSecond, Math.round(perSecond * seconds), sendOne),
    /** Returns what was sent since the last call, and how long each accepted alarm took. */
    take() {
      const taken = { sent, accepted };
      [sent, accepted] = [[], []];
      return taken;
    },
  };
}

export interface Walker {
  readonly id: string;
  readonly place: Place;
}

/** Creates rangers in these counties in turn. */
export async function makeWalkers(client: pg.Client, count: number, places: readonly Place[]): Promise<Walker[]> {
  const placeOf = (n: number): Place => places[n % places.length] as Place;
  const ids = await makePeople(client, count, (n) => placeOf(n).no);
  return ids.map((id, n) => ({ id, place: placeOf(n) }));
}

/** Sends the positions of all rangers repeatedly, in calls of fifty, alternating between the servers. */
export function startWalking(ports: readonly number[], rangers: readonly Walker[], everySeconds: number) {
  let isOver = false;
  let refused = 0;
  let calls = 0;
  const callsASecond = rangers.length / everySeconds / POSITIONS_A_CALL;
  const walk = async (): Promise<void> => {
    for (let n = 0; !isOver; ) {
      // In short runs, so that it can be stopped soon.
      await paced(callsASecond, Math.max(1, Math.round(callsASecond)), async () => {
        const first = (n * POSITIONS_A_CALL) % rangers.length;
        n += 1;
        const at = new Date().toISOString();
        const rows = rangers.slice(first, first + POSITIONS_A_CALL).map(({ id, place }) => ({
          userId: id,
          position: { lng: place.lng + Math.random() / 100, lat: place.lat + Math.random() / 100 },
          actualUploadTime: at,
        }));
        calls += 1;
        if ((await post(ports[n % ports.length] ?? 0, contract.ranger.position.path, JSON.stringify(rows))) !== 200) refused += 1;
      });
    }
  };
  const walking = rangers.length === 0 ? Promise.resolve() : walk();
  return {
    async stop() {
      isOver = true;
      await walking;
      return { calls, refused };
    },
  };
}
