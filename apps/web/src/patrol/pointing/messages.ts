// Messages of locating a fire (指火), in both languages.
import { POINTING_METRES } from '@lookout/features/alarm/pointing.ts';
import type { Ellipse } from '@lookout/geo';
import { messagesIn } from '../../shared/language.ts';

const metresZh = (of: number) => (of >= 1_000 ? `${Number((of / 1_000).toFixed(1))} 公里` : `${Math.round(of)} 米`);
const ageZh = (seconds: number) =>
  seconds < 60
    ? '刚刚'
    : seconds < 3_600
      ? `${Math.round(seconds / 60)} 分钟前`
      : `${Math.floor(seconds / 3_600)} 小时 ${Math.round((seconds % 3_600) / 60)} 分钟前`;
const signed = (degrees: number) => `${degrees < 0 ? '−' : '+'}${Math.abs(degrees).toFixed(1)}°`;

export const pointingZh = {
  manners: { map: '在地图上点', bearing: '方位和距离' },
  map: '指火地图：点火情所在的位置',
  tap: '点地图上火情所在的位置；再点一次就改到新的位置。',
  noMap: '本机还没有网格地图。联网后自动下载；现在可用方位和距离，或填写经纬度。',
  stand: '您的位置',
  standSearching: '正在定位…',
  standUnknown: '还不知道您在哪里，不能按方位和距离推算。',
  tooOld: (age: string) => `上次定位是${age}的，太旧，不能用来推算。`,
  fix: (age: string, accuracyMetres: number | null) => `${age}定位${accuracyMetres === null ? '' : `，误差约 ${metresZh(accuracyMetres)}`}`,
  age: ageZh,
  lastFix: (text: string) => `上次：${text}`,
  useLastFix: '先用上次定位',
  walked: (metres: number) => `这段时间可能已走出 ${metresZh(metres)}，误差按 ${metresZh(metres)} 加大。`,
  locateAgain: '重新定位',
  bearing: '火在哪个方位（度）',
  bearingPlaceholder: '正北 0，正东 90，正南 180',
  badBearing: '方位填 0 到 359.9；正北填 0',
  magnetic: '指南针读数（磁北），换算成真北',
  compass: '打开指南针',
  takeCompass: (degrees: number) => `取手机指向 ${degrees}°`,
  compassHint: '手机放平，顶端对准火点。离铁器和车辆远一点。',
  distance: '目测距离（米）',
  distancePlaceholder: '如 2000',
  badDistance: `距离填 ${POINTING_METRES.least} 米到 ${POINTING_METRES.most / 1_000} 公里`,
  usual: metresZh,
  pointedOnMap: '位置在地图上指认，请核对',
  pointed: (azimuthDegrees: number, distanceMetres: number, declinationDegrees: number | null) =>
    `方位 ${Math.round(azimuthDegrees) % 360}°（真北${declinationDegrees === null ? '' : `，磁偏角 ${signed(declinationDegrees)} 已换算`}），距离约 ${metresZh(distanceMetres)}`,
  doubt: ({ semiMajorMetres, semiMinorMetres }: Pick<Ellipse, 'semiMajorMetres' | 'semiMinorMetres'>) =>
    semiMajorMetres - semiMinorMetres < 1
      ? `误差约 ±${metresZh(semiMajorMetres)}`
      : `误差约：前后 ±${metresZh(semiMajorMetres)}，左右 ±${metresZh(semiMinorMetres)}`,
  photoDirection: (n: number, degrees: number) => `按照片 ${n} 的方向 ${Math.round(degrees) % 360}° 指火`,
  photoNoDirection: '照片没有带方向（相机的位置信息没有打开，或手机不写方向）：可用指南针，或填写方位。',
  photoOld: '照片拍于一天以前，不按它的方向和位置推算。',
  photoNorth: '照片没有写明真北还是磁北，按真北推算，没有作磁偏角改正。',
  photoStand: '您的位置：取自照片',
  swapped: '经度和纬度像是填反了：经度在前（如 103.59），纬度在后（如 31.48）',
  zero: '位置是 (0, 0)，即没有定位：请重新定位或填写',
  outside: '位置不在中国境内，请核对',
};

export type PointingMessages = typeof pointingZh;

const metresEn = (of: number) => (of >= 1_000 ? `${Number((of / 1_000).toFixed(1))} km` : `${Math.round(of)} m`);
const ageEn = (seconds: number) =>
  seconds < 60
    ? 'just now'
    : seconds < 3_600
      ? `${Math.round(seconds / 60)} min ago`
      : `${Math.floor(seconds / 3_600)} h ${Math.round((seconds % 3_600) / 60)} min ago`;

export const pointingEn: PointingMessages = {
  manners: { map: 'Tap on the map', bearing: 'Direction and distance' },
  map: 'Map to point at the fire',
  tap: 'Tap where the fire is; tap again to change it.',
  noMap:
    'There is no map of the grid on this phone yet; it is fetched when there is a line. Use direction and distance, or the coordinates.',
  stand: 'Where you stand',
  standSearching: 'Locating…',
  standUnknown: 'Not known: nothing can be worked out from a direction and a distance.',
  tooOld: (age) => `The last position is from ${age}: too old to work with.`,
  fix: (age, accuracyMetres) => `located ${age}${accuracyMetres === null ? '' : `, within about ${metresEn(accuracyMetres)}`}`,
  age: ageEn,
  lastFix: (text) => `Last: ${text}`,
  useLastFix: 'Use the last position',
  walked: (metres) => `You may have walked ${metresEn(metres)} since; the error is larger by that.`,
  locateAgain: 'Locate again',
  bearing: 'Direction of the fire (degrees)',
  bearingPlaceholder: 'north 0, east 90, south 180',
  badBearing: 'The direction is 0 to 359.9; north is 0',
  magnetic: 'Read from a compass (magnetic north), converted to true north',
  compass: 'Use the compass',
  takeCompass: (degrees) => `Take the phone’s ${degrees}°`,
  compassHint: 'Hold the phone flat with its top towards the fire, away from iron and cars.',
  distance: 'Distance by eye (metres)',
  distancePlaceholder: 'e.g. 2000',
  badDistance: `The distance is ${POINTING_METRES.least} m to ${POINTING_METRES.most / 1_000} km`,
  usual: metresEn,
  pointedOnMap: 'Tapped on the map; please check',
  pointed: (azimuthDegrees, distanceMetres, declinationDegrees) =>
    `${Math.round(azimuthDegrees) % 360}° (true${declinationDegrees === null ? '' : `, declination ${signed(declinationDegrees)} applied`}), about ${metresEn(distanceMetres)}`,
  doubt: ({ semiMajorMetres, semiMinorMetres }) =>
    semiMajorMetres - semiMinorMetres < 1
      ? `Error about ±${metresEn(semiMajorMetres)}`
      : `Error about ±${metresEn(semiMajorMetres)} along, ±${metresEn(semiMinorMetres)} across`,
  photoDirection: (n, degrees) => `Point along photo ${n}: ${Math.round(degrees) % 360}°`,
  photoNoDirection: 'The photo has no direction (location is off in the camera, or the phone writes none): use the compass, or type it.',
  photoOld: 'The photo is more than a day old: its direction and place are not used.',
  photoNorth: 'The photo does not say from which north; taken as true, no declination applied.',
  photoStand: 'Where you stand: from the photo',
  swapped: 'Longitude and latitude look swapped: longitude first (e.g. 103.59), then latitude (e.g. 31.48)',
  zero: 'The position is (0, 0), which is no fix: please locate again or enter it',
  outside: 'The position is not in China; please check',
};

export const usePointingMessages = messagesIn<PointingMessages>({ zh: pointingZh, en: pointingEn });
