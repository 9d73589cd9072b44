// Messages of 人员安全 on the ranger's page, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';

const ownSafetyZh = {
  title: '您的安全',
  danger: (fire: string, way: string) => `${fire}，现在撤离：${way}`,
  fireHere: (span: string | null) => (span === null ? '火已到您的位置' : `火约 ${span}后到您的位置`),
  /** Shown if the phone's position is known: the current direction and distance. */
  way: (point: string, distance: string, kind: string) => `向${point} ${distance}，${kind}`,
  noWay: (fire: string) => `${fire}，推演内没有走得通的撤离路线：马上按求救，并打电话给值班员。`,
  near: (fire: string, way: string) => `${fire}。留好退路：${way}`,
  arrived: (kind: string) => `您已到安全处（${kind}）。留在这里，等值班员联系。`,
  expired: (forecast: string, until: string) => `依据 ${forecast} 的推演，有效到 ${until}，已经过期，不能再信。请打电话给值班员。`,
  demo: '地形或天气为演示数据，不能据此行动。',
  basis: (forecast: string, until: string) => `依据 ${forecast} 的推演，有效到 ${until}。模型推算，不是观测。`,
  offline: '没有连上服务器：以下是最后收到的，位置和方向按本机更新。',
  safePlace: (kind: string) => `安全处（${kind}）`,
  acknowledge: '知道了',
  map: '打开网格地图可看撤离路线、附近的安全处和火逐小时的范围（红线）。',
};

type OwnSafetyMessages = typeof ownSafetyZh;

const ownSafetyEn: OwnSafetyMessages = {
  title: 'Your safety',
  danger: (fire, way) => `${fire}. Leave now: ${way}`,
  fireHere: (span) => (span === null ? 'The fire is at your place' : `The fire is at your place in about ${span}`),
  way: (point, distance, kind) => `${distance} ${point}, ${kind}`,
  noWay: (fire) => `${fire}, and there is no way out within the forecast: hold SOS now, and phone the desk.`,
  near: (fire, way) => `${fire}. Keep your way out in mind: ${way}`,
  arrived: (kind) => `You are in a safe place (${kind}). Stay there until the desk calls.`,
  expired: (forecast, until) =>
    `By the forecast of ${forecast}, which held until ${until}: it is over and no longer to be trusted. Phone the desk.`,
  demo: 'The ground or the weather is made up (demo): do not act on it.',
  basis: (forecast, until) => `By the forecast of ${forecast}, which holds until ${until}. A model’s word, not observed.`,
  offline: 'The server is not reached: this is what was received last; position and direction are this phone’s.',
  safePlace: (kind) => `Safe place (${kind})`,
  acknowledge: 'OK',
  map: 'The map of the grid shows the way out, the safe places near you, and what burns by the hour (red lines).',
};

export const useOwnSafetyMessages = messagesIn<OwnSafetyMessages>({ zh: ownSafetyZh, en: ownSafetyEn });
