// Alarms in the viewport of a desk in a browser: each at a separate place, with the time at which its marker is drawn.
import { contract } from '@lookout/features/contract.ts';
import type { Page } from 'playwright-core';
import { FRAMES, NEXT_MARKER } from './marker-probe.ts';
import { FEED_KEY } from './product.ts';

/** The camera looks straight down. The alarms lie on a grid in the viewport, so that markers do not overlap. */
export const VIEW = { lng: 103.12, lat: 31.76, heightMetres: 60_000 };
const COLUMNS = 10;
const ROWS = 7;
const STEP_DEGREES = { lng: 0.05, lat: 0.03 };
export const PLACES_IN_VIEW = COLUMNS * ROWS;
/** The page to open, with `MARKER_PROBE` as its first script. */
export const VIEW_PATH = `/manage/monitor?at=${VIEW.lng},${VIEW.lat},${VIEW.heightMetres},0,-90,3d`;
const TIMEOUT_MS = 20_000;
const STILL_MS = 500;
const REST_MS = 60_000;

const positionOf = (n: number) => ({
  longitude: VIEW.lng + ((n % COLUMNS) - (COLUMNS - 1) / 2) * STEP_DEGREES.lng,
  latitude: VIEW.lat + ((Math.floor(n / COLUMNS) % ROWS) - (ROWS - 1) / 2) * STEP_DEGREES.lat,
});
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** Resolves after half a second without a frame: tiles are loaded, and the ring around the last marker has disappeared. */
export async function mapAtRest(page: Page): Promise<void> {
  const deadline = performance.now() + REST_MS;
  for (let previous = -1; ; ) {
    const frames = await page.evaluate<number>(FRAMES);
    if (frames === previous) return;
    if (performance.now() > deadline) throw new Error('the map does not come to rest');
    previous = frames;
    await pause(STILL_MS);
  }
}

/** Address text of the alarm with this number. */
export const addressOf = (n: number): string => `第 ${n} 处`;

/** @param northDegrees moves the alarm out of the viewport */
export async function sendAlarm(base: string, n: number, northDegrees = 0): Promise<void> {
  const { longitude, latitude } = positionOf(n);
  const place = { longitude, latitude: latitude + northDegrees };
  const response = await fetch(base + contract.alarm.createMonitorAlarm.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-feed-key': FEED_KEY },
    body: JSON.stringify({ ...place, alarmDatetime: new Date().toISOString(), findType: 1, maxHeat: 312, address: addressOf(n) }),
  });
  const body = (await response.json()) as { code: number; message: string };
  if (body.code !== 200) throw new Error(`refused: ${body.message}`);
}

/**
 * @param n number of the alarm's place, below `PLACES_IN_VIEW`
 * @returns milliseconds from sending the alarm to the frame in which its marker is drawn; Infinity: not within 20 s
 */
export async function drawnAfter(page: Page, base: string, n: number): Promise<number> {
  await pause(Math.random() * 200);
  const drawn = page.evaluate<number>(NEXT_MARKER);
  // Evaluations run in order, so the probe is armed when this one resolves.
  await page.evaluate(FRAMES);
  const sentAt = Date.now();
  await sendAlarm(base, n);
  const timeout = new Promise<number>((end) => setTimeout(end, TIMEOUT_MS, Number.POSITIVE_INFINITY).unref());
  return (await Promise.race([drawn, timeout])) - sentAt;
}

/** How many of these were not drawn in time. */
export const notDrawn = (times: readonly number[]): number => times.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
