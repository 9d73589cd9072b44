// The calls that the specification names after a vendor's platform. Each is refused for a camera of another vendor, and without a configured platform.
import { type Contract, codedError, errorMessage, formatTime, type StreamReply } from '@lookout/contract';
import { AUTO_FOCUS_CODE, directionOfCode, lensActOfCode } from '@lookout/domain';
import { ptzSpeed, ptzSpeedPercent, REGIONS } from '@lookout/region';
import { invalid, refused } from '../../acting/refusal.ts';
import type { ServerFeature } from '../../feature.ts';
import { accountOf, type Context, type Handlers } from '../../serve/context.ts';
import type { Room } from '../../services/open.ts';
import { type ReachedCamera, vendorFor, vendorOf } from '../../services/video/cameras.ts';
import { operatorOf, take, unwrap } from '../../services/video/operating.ts';

const MIDDLE_PERCENT = 50;

export const vendors: ServerFeature<'vendors'> = {
  open: (room) => ({ calls: vendorHandlers(room) }),
};

function vendorHandlers({ video, config }: Pick<Room, 'video' | 'config'>): Handlers<Contract['vendors']> {
  const { aqishi } = video;
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
  const move = async (reached: ReachedCamera, cmd: number, percent: number, stop: 0 | 1): Promise<void> => {
    const vendor = vendorFor(reached);
    const direction = directionOfCode(cmd);
    if (cmd === AUTO_FOCUS_CODE) await unwrap(vendor.autoFocus(reached.device));
    else if (direction === null) throw invalid('cmd', 'direction-code');
    else await unwrap(vendor.move(reached.device, direction, percent, stop === 1 ? 'stop' : 'start'));
  };
  const lens = async (reached: ReachedCamera, cmd: number, percent: number, stop: 0 | 1): Promise<void> => {
    const act = lensActOfCode(cmd);
    if (act === null) throw invalid('cmd', 'lens-code');
    await unwrap(vendorFor(reached).lens(reached.device, act, percent, stop === 1 ? 'stop' : 'start'));
  };
  const percentOf = (speed: number | null | undefined): number =>
    speed == null ? MIDDLE_PERCENT : Math.max(1, ptzSpeedPercent(speed, speedRule));
  const percentOfStep = (step: number | null | undefined): number =>
    step == null ? MIDDLE_PERCENT : Math.max(1, ptzSpeedPercent(ptzSpeed(step, speedRule), speedRule));

  return {
    chinaTowerPreview: async (context, { query }) =>
      streamOf(context, ofVendor(await video.cameras.ofDevice(context.scope, query.cameraIndexCode), 'chinaTower')),

    async guideControl(context, { body }) {
      const reached = ofVendor(await video.cameras.find(context.scope, body.id), 'guide');
      take(video, context, operatorOf(accountOf(context)), reached);
      context.audit.detail({ enumCode: body.enumCode, stop: body.stop });
      const code = body.direction ?? 0;
      if (body.enumCode === '2') await lens(reached, code, percentOfStep(body.step), body.stop);
      else if (body.enumCode === '1') await move(reached, code, percentOf(body.speed), body.stop);
      else throw invalid('enumCode', 'enum-code');
      return undefined;
    },

    aqishiLogin: async () => unwrap(aqishi.authentication()),

    async aqishiMove(context, { body }) {
      const reached = ofVendor(await video.cameras.find(context.scope, body.cameraId), 'aqishi');
      take(video, context, operatorOf(accountOf(context)), reached);
      await move(reached, body.cmd, percentOf(body.speed), body.stop);
      return undefined;
    },

    async aqishiZoom(context, { body }) {
      const reached = ofVendor(await video.cameras.find(context.scope, body.cameraId), 'aqishi');
      take(video, context, operatorOf(accountOf(context)), reached);
      await lens(reached, body.cmd, percentOfStep(body.step), body.stop);
      return undefined;
    },

    aqishiPreview: async (context, { query }) =>
      streamOf(context, ofVendor(await video.cameras.find(context.scope, query.cameraId), 'aqishi')),

    async aqishiFiles(context, { query }) {
      const { device } = ofVendor(await video.cameras.find(context.scope, query.cameraId), 'aqishi');
      const end = query.endTime ?? context.now;
      const begin = query.beginTime ?? new Date(end.getTime() - 86_400_000);
      const window = { beginTime: formatTime(begin), endTime: formatTime(end) };
      return { rows: filesIn(await unwrap(aqishi.files({ id: device.code ?? device.cameraId, ...window }))) };
    },

    aqishiStatistics: async () => statisticsIn(await unwrap(aqishi.statistics({}))),
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

/** @throws Refusal 501 for an answer without counts */
function statisticsIn(answer: unknown) {
  const [total, online] = [countOf(recordOf(answer).total), countOf(recordOf(answer).online)];
  if (total === null || online === null) throw refused('platform-not-understood');
  return { total, online };
}
