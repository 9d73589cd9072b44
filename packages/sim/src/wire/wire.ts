// The calls of the demo world's feeds to the product: only public API calls, with a feed key.

import type { Got, Row, Sent } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import { type Answer, createSender, pictureForm, type SenderOptions } from './sender.ts';

type Body<R extends Row> = NonNullable<Sent<R>['body']>;

export type ReportBody = Body<typeof contract.alarm.createReport>;
export type CameraAlarmBody = Body<typeof contract.alarm.createMonitorAlarm>;
export type SmokeBody = Body<typeof contract.alarm.createSmoke>;
export type DangerBody = Body<typeof contract.alarm.createDanger>;
export type GateImageBody = Body<typeof contract.post.createGateImage>;
export type CameraTowerBody = Body<typeof contract.camera.createMonitoringPoint>;

/** One position of a batch, see `positionRow` in the API contract. */
export interface PositionBody {
  readonly userId: string;
  readonly position: { readonly lng: number; readonly lat: number };
  readonly actualUploadTime: string;
}

type Created = Promise<Answer<{ id: string }>>;

/** `key` is the idempotency key: the server treats a repeated key as the same alarm. */
export interface Wire {
  hotspots(csv: string): Promise<Answer<{ accepted: number; duplicates: number }>>;
  /** @param picture PNG or JPEG @returns its id */
  picture(picture: Uint8Array): Promise<Answer<string>>;
  report(body: ReportBody, key: string): Created;
  cameraAlarm(body: CameraAlarmBody, key: string): Created;
  smoke(body: SmokeBody, key: string): Created;
  danger(body: DangerBody, key: string): Created;
  /** Idempotent by post, time and plate. */
  gateImage(body: GateImageBody): Created;
  /** At most 10,000 rows. Rows that the server already has are ignored as duplicates. */
  positions(rows: readonly PositionBody[]): Promise<Answer<Got<typeof contract.ranger.position>>>;
  /** At most 10,000 rows of the contract's `readingRow`; a monitor's reading at a given time counts once. */
  readings(rows: readonly unknown[]): Promise<Answer<Got<typeof contract.hazard.putReadings>>>;
  /** Rows of the contract's `resourceRow`; code and kind identify a resource. */
  resources(rows: readonly unknown[]): Promise<Answer<Got<typeof contract.resource.putResources>>>;
}

export interface WireOptions extends SenderOptions {
  readonly feedKey: string;
}

export function createWire({ feedKey, ...options }: WireOptions): Wire {
  const send = createSender(options);
  const key = { 'x-feed-key': feedKey };
  const json = (row: Row, body: unknown, idempotencyKey?: string): Promise<Answer<never>> =>
    send(row, JSON.stringify(body), {
      ...key,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }) as Promise<Answer<never>>;

  return {
    hotspots: (csv) => send(contract.alarm.ingestSatellite, csv, { ...key, 'content-type': 'text/csv' }) as Promise<Answer<never>>,
    async picture(picture) {
      const { body, contentType } = pictureForm(picture);
      const answer = await send(contract.photo.upload, body, { ...key, 'content-type': contentType });
      return answer.kind === 'delivered' ? { kind: 'delivered', data: (answer.data as { id: string }).id } : answer;
    },
    report: (body, once) => json(contract.alarm.createReport, body, once),
    cameraAlarm: (body, once) => json(contract.alarm.createMonitorAlarm, body, once),
    smoke: (body, once) => json(contract.alarm.createSmoke, body, once),
    danger: (body, once) => json(contract.alarm.createDanger, body, once),
    gateImage: (body) => json(contract.post.createGateImage, body),
    positions: (rows) => json(contract.ranger.position, rows),
    readings: (rows) => json(contract.hazard.putReadings, rows),
    resources: (rows) => json(contract.resource.putResources, rows),
  };
}
