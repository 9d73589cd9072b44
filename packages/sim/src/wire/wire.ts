// The calls of the demo world's feeds to the product: only public calls of the contract, with a feed key.

import type { Got, Row, Sent } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import { type Answer, createSender, pictureForm, type SenderOptions } from './sender.ts';

type Body<R extends Row> = NonNullable<Sent<R>['body']>;

export type ReportBody = Body<typeof contract.fire.createReport>;
export type CameraAlarmBody = Body<typeof contract.fire.createMonitorAlarm>;
export type SmokeBody = Body<typeof contract.fire.createSmoke>;
export type DangerBody = Body<typeof contract.fire.createDanger>;
export type GateImageBody = Body<typeof contract.posts.createGateImage>;
export type CameraTowerBody = Body<typeof contract.monitoringPoints.createMonitoringPoint>;

/** One position of a batch, see contract `positionRow`. */
export interface PositionBody {
  readonly userId: string;
  readonly position: { readonly lng: number; readonly lat: number };
  readonly actualUploadTime: string;
}

type Created = Promise<Answer<{ id: string }>>;

/** `key` is the idempotency key: a repeated key is the same alarm to the server. */
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
  /** At most 10,000 rows. Rows that the server knows already are ignored as duplicates. */
  positions(rows: readonly PositionBody[]): Promise<Answer<Got<typeof contract.rangers.position>>>;
  /** At most 10,000 rows of contract `readingRow`; a monitor's reading at a time counts once. */
  readings(rows: readonly unknown[]): Promise<Answer<Got<typeof contract.hazards.putReadings>>>;
  /** Rows of contract `resourceRow`; code and kind identify a resource. */
  resources(rows: readonly unknown[]): Promise<Answer<Got<typeof contract.resources.putResources>>>;
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
    hotspots: (csv) => send(contract.fire.ingestSatellite, csv, { ...key, 'content-type': 'text/csv' }) as Promise<Answer<never>>,
    async picture(picture) {
      const { body, contentType } = pictureForm(picture);
      const answer = await send(contract.photos.upload, body, { ...key, 'content-type': contentType });
      return answer.kind === 'delivered' ? { kind: 'delivered', data: (answer.data as { id: string }).id } : answer;
    },
    report: (body, once) => json(contract.fire.createReport, body, once),
    cameraAlarm: (body, once) => json(contract.fire.createMonitorAlarm, body, once),
    smoke: (body, once) => json(contract.fire.createSmoke, body, once),
    danger: (body, once) => json(contract.fire.createDanger, body, once),
    gateImage: (body) => json(contract.posts.createGateImage, body),
    positions: (rows) => json(contract.rangers.position, rows),
    readings: (rows) => json(contract.hazards.putReadings, rows),
    resources: (rows) => json(contract.resources.putResources, rows),
  };
}
