// The calls that the specification names after a vendor's platform. Each is refused for a camera of another vendor and when the platform is
// not configured.

import { codedError, formatTime } from '@lookout/contract';
import { AUTO_FOCUS_CODE, actOfCommand, directionOfCode, lensActOfCode, ptzKindOf } from '@lookout/domain';
import { ptzSpeed, ptzSpeedPercent, REGIONS } from '@lookout/region';
import { invalid, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerPart } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Aqishi } from '@lookout/video';
import { errorMessage } from '../errors.ts';
import type { StreamReply } from '../video/video.calls.ts';
import { type ReachedCamera, vendorFor } from './service/cameras.ts';
import { operatorOf, take } from './service/operating.ts';
import { unwrap } from './service/vendor-answer.ts';
import { vendorOf } from './service/vendor-names.ts';
import type { vendorCalls } from './vendors.calls.ts';

const MIDDLE_PERCENT = 50;

export const vendors: ServerPart<typeof vendorCalls> = {
  open: (room) => ({ calls: vendorHandlers(room) }),
};

function vendorHandlers({ video, config }: Pick<Room, 'video' | 'config'>): Handlers<typeof vendorCalls> {
  /** The platform, with the caller's token (§7: `?token`) or, if absent, with the server's own. */
  const aqishiBy = (token: string | null | undefined): Aqishi => (token ? video.aqishi.withToken(token) : video.aqishi);
  const speedRule = REGIONS[config.region].ptzSpeedRule;
  /** @throws Refusal 501 for a camera of another vendor */
  const ofVendor = (reached: ReachedCamera, vendor: 'chinaTower' | 'guide' | 'aqishi'): ReachedCamera => {
    if (vendorOf(reached.camera.manufacturer) !== vendor) throw refused('other-vendor', { vendor });
    return reached;
  };
  const streamOf = async ({ language }: Context, { camera, device, ...reached }: ReachedCamera): Promise<{ rows: StreamReply[] }> => {
    const base = { cameraId: camera.id, name: camera.name, expiresAt: null };
    const answer = await vendorFor({ camera, device, ...reached }).stream(device, 'main');
    if (!answer.ok) {
      const result = errorMessage(codedError('camera-refused', answer.error), language);
      return { rows: [{ ...base, code: answer.error.refusal, result, url: null, protocol: null }] };
    }
    const { url } = answer.value;
    return { rows: [{ ...base, code: null, result: null, url, protocol: url.includes('.m3u8') ? 'hls' : 'flv' }] };
  };
  const aqishiCamera = async (context: Context, cameraId: string, token: string | null | undefined): Promise<ReachedCamera> => ({
    ...ofVendor(await video.cameras.find(context.scope, cameraId), 'aqishi'),
    vendor: aqishiBy(token),
  });
  /** @param path the field that contains the code */
  const move = async (reached: ReachedCamera, code: number, percent: number, stop: 0 | 1, path: string): Promise<void> => {
    const vendor = vendorFor(reached);
    const direction = directionOfCode(code);
    if (code === AUTO_FOCUS_CODE) await unwrap(vendor.autoFocus(reached.device));
    else if (direction === null) throw invalid(path, 'direction-code');
    else await unwrap(vendor.move(reached.device, direction, percent, stop === 1 ? 'stop' : 'start'));
  };
  const lens = async (reached: ReachedCamera, code: number, percent: number, stop: 0 | 1, path: string): Promise<void> => {
    const act = lensActOfCode(code);
    if (act === null) throw invalid(path, 'lens-code');
    await unwrap(vendorFor(reached).lens(reached.device, act, percent, stop === 1 ? 'stop' : 'start'));
  };
  const accessory = async (reached: ReachedCamera, code: number, stop: 0 | 1): Promise<void> => {
    const act = actOfCommand(code);
    const ptz = act === null ? null : ptzKindOf(act);
    if (ptz?.kind !== 'aux') throw invalid('operation', 'accessory-code');
    await unwrap(vendorFor(reached).aux(reached.device, ptz.device, stop === 0));
  };
  /** Percent of the camera's maximum speed, from the step 1–8, or else from the region's speed value. */
  const percentOf = ({
    step,
    speed,
  }: {
    readonly step?: number | null | undefined;
    readonly speed?: number | null | undefined;
  }): number => {
    const sent = step == null ? speed : ptzSpeed(step, speedRule);
    return sent == null ? MIDDLE_PERCENT : Math.max(1, ptzSpeedPercent(sent, speedRule));
  };

  return {
    chinaTowerPreview: async (context, { query }) =>
      streamOf(context, ofVendor(await video.cameras.ofDevice(context.scope, query.cameraIndexCode), 'chinaTower')),

    async guideControl(context, { body }) {
      const reached = ofVendor(await video.cameras.find(context.scope, body.id), 'guide');
      await take(video, context, operatorOf(accountOf(context)), reached);
      context.audit.detail({ enumCode: body.enumCode, stop: body.stop });
      const operation = body.operation ?? body.direction ?? 0;
      if (body.enumCode === '1') await move(reached, body.direction ?? 0, percentOf(body), body.stop, 'direction');
      else if (body.enumCode === '2') await lens(reached, operation, percentOf(body), body.stop, 'operation');
      else if (body.enumCode === '3') await accessory(reached, operation, body.stop);
      else throw invalid('enumCode', 'enum-code');
      return undefined;
    },

    aqishiLogin: async () => unwrap(video.aqishi.authentication()),

    async aqishiMove(context, { query, body }) {
      const reached = await aqishiCamera(context, body.cameraId, query.token);
      await take(video, context, operatorOf(accountOf(context)), reached);
      await move(reached, body.cmd, percentOf(body), body.stop, 'cmd');
      return undefined;
    },

    async aqishiZoom(context, { query, body }) {
      const reached = await aqishiCamera(context, body.cameraId, query.token);
      await take(video, context, operatorOf(accountOf(context)), reached);
      await lens(reached, body.cmd, percentOf(body), body.stop, 'cmd');
      return undefined;
    },

    aqishiPreview: async (context, { query }) => streamOf(context, await aqishiCamera(context, query.cameraId, query.token)),

    async aqishiFiles(context, { query }) {
      const { device } = await aqishiCamera(context, query.cameraId, query.token);
      const end = query.endTime ?? context.now;
      const begin = query.beginTime ?? new Date(end.getTime() - 86_400_000);
      const window = { beginTime: formatTime(begin), endTime: formatTime(end) };
      return { rows: filesIn(await unwrap(aqishiBy(query.token).files({ id: device.code ?? device.cameraId, ...window }))) };
    },

    aqishiStatistics: async (_, { query }) => statisticsIn(await unwrap(aqishiBy(query.token).statistics({}))),
  };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const countOf = (value: unknown): number | null =>
  Number.isFinite(Number(value)) && value !== null && value !== '' ? Number(value) : null;

/** The files listed by the platform; rows without a URL are skipped. */
function filesIn(answer: unknown) {
  const list: unknown = Array.isArray(answer) ? answer : recordOf(answer).list;
  return (Array.isArray(list) ? list : []).map(recordOf).flatMap((file) => {
    const url = textOf(file.url);
    if (url === null) return [];
    const times = { beginTime: textOf(file.beginTime), endTime: textOf(file.endTime) };
    return [{ name: textOf(file.name) ?? url, ...times, bytes: countOf(file.size), url }];
  });
}

/** @throws Refusal 501 when the answer contains no counts */
function statisticsIn(answer: unknown) {
  const [total, online] = [countOf(recordOf(answer).total), countOf(recordOf(answer).online)];
  if (total === null || online === null) throw refused('platform-not-understood');
  return { total, online };
}
