// Messages of 护林视域 on the globe and in a tower's card, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';
import type { CoveragePicture, UncountedReason } from '../coverage.ts';

type Ground = 'demo' | 'imported' | 'mixed' | 'none';

/** The shown value of an area: whole hectares, tenths of a small one. */
export const hectaresText = (hectares: number): string =>
  hectares > 0 && hectares < 10 ? hectares.toFixed(1) : Math.round(hectares).toLocaleString('en-US');

const zh = {
  title: '护林视域',
  close: '关闭护林视域',
  height: '离地高度',
  metres: (n: number) => `${n} 米`,
  heightHint: { 0: '地面的明火', 10: '刚升起的烟', 50: '升高的烟柱' } as Readonly<Record<0 | 10 | 50, string>>,
  show: '显示',
  shows: { masts: '看得见', ellipse: '定位误差' } as Readonly<Record<CoveragePicture, string>>,
  visibility: '能见度 km',
  clear: '晴好',
  kilometres: (n: number) => `${n} km`,
  legend: '图例',
  classes: {
    'blind-forest': '盲区林地',
    blind: '盲区（非林地）',
    one: '一塔可见',
    two: '两塔可见，不能交会',
    located: '可交会定位（夹角≥15°）',
    gained: '新看见',
    lost: '不再看见',
  } as Readonly<Record<string, string>>,
  seenFrom: (metres: number) => (metres === 0 ? '地面可见' : `离地 ${metres} 米以上可见`),
  ellipse: (from: number, to: number | null) => (to === null ? `长半轴 ${from} 米以上` : `长半轴 ${from}–${to} 米`),
  hectares: (n: number) => `${hectaresText(n)} 公顷`,
  noMasts: { title: '这一片没有塔看得见的地方', hint: '在“摄像头设置”里填写塔高与距离，或在护林视域页里试放一座塔。' },
  none: { title: '视野内没有市州', hint: '把地图移到辖区内。' },
  noElevation: {
    title: '没有高程，算不出视域',
    hint: '请管理员导入这一片的高程，塔与遮挡都按高程计算。',
  },
  grounds: { demo: '演示地形', imported: '导入的高程', mixed: '部分为演示地形', none: '没有高程' } as Readonly<Record<Ground, string>>,
  cells: (metres: number) => (metres >= 1_000 ? `每格约 ${(metres / 1_000).toFixed(1)} 公里` : `每格约 ${Math.round(metres)} 米`),
  cut: (n: number) => `只画出离视野中心最近的 ${n} 个市州，请放大`,
  basis: '按高程、塔高、距离、地球曲率与大气折光计算，邻近网格的塔也计入；树冠与楼房未计。',
  pending: (n: number) => `还有 ${n} 个县正在计算，数字会自己补齐`,
  changed: (time: string) => `${time} 塔或设备有变动，已重新计算`,
  single: '地图上现在只画选中的塔，或试改的差别；说明在左侧。',
  toPage: '数字与试放',
  uncounted: {
    'no-mast-height': '没有塔高',
    'no-elevation': '塔下没有高程',
    offline: '离线',
    'no-camera': '没有摄像机',
  } as Readonly<Record<UncountedReason, string>>,
  mast: {
    label: '视域',
    loading: '正在计算…',
    failed: '没能取得视域',
    unlisted: '这座塔不在视域的计算里',
    uncounted: (reason: string) => `不计入视域：${reason}`,
    seen: (metres: number, seen: string, forest: string) =>
      `${metres === 0 ? '地面' : `离地 ${metres} 米`}：看得见 ${seen} 公顷，其中林地 ${forest} 公顷`,
    show: '看视域',
    retry: '重试',
  },
};

export type CoverageMessages = typeof zh;

const en: CoverageMessages = {
  title: 'Coverage',
  close: 'Close coverage',
  height: 'Height above ground',
  metres: (n) => `${n} m`,
  heightHint: { 0: 'fire on the ground', 10: 'smoke just risen', 50: 'a risen column of smoke' },
  show: 'Show',
  shows: { masts: 'In view', ellipse: 'Location error' },
  visibility: 'Visibility, km',
  clear: 'Clear',
  kilometres: (n) => `${n} km`,
  legend: 'Legend',
  classes: {
    'blind-forest': 'Blind forest',
    blind: 'Blind, not forest',
    one: 'Seen by one mast',
    two: 'Seen by two, not located',
    located: 'Located (crossing angle ≥ 15°)',
    gained: 'Newly seen',
    lost: 'No longer seen',
  },
  seenFrom: (metres) => (metres === 0 ? 'Ground in view' : `In view from ${metres} m above ground`),
  ellipse: (from, to) => (to === null ? `Semi-major axis above ${from} m` : `Semi-major axis ${from}–${to} m`),
  hectares: (n) => `${hectaresText(n)} ha`,
  noMasts: {
    title: 'No mast sees anything here',
    hint: 'Enter mast heights and ranges in the camera settings, or try a new mast on the coverage page.',
  },
  none: { title: 'No prefecture in view', hint: 'Move the map to your area.' },
  noElevation: {
    title: 'No elevation: coverage cannot be computed',
    hint: 'Ask the administrator to import the elevation of this area; masts and what hides the ground are computed from it.',
  },
  grounds: { demo: 'demo terrain', imported: 'imported elevation', mixed: 'demo terrain in part', none: 'no elevation' },
  cells: (metres) => (metres >= 1_000 ? `cells of about ${(metres / 1_000).toFixed(1)} km` : `cells of about ${Math.round(metres)} m`),
  cut: (n) => `Only the ${n} prefectures nearest to the middle are drawn; please zoom in`,
  basis:
    'Computed from elevation, mast height, range, earth curvature and refraction; masts of neighbouring grids count. Tree crowns and buildings do not.',
  pending: (n) => `${n} counties are still being computed; the figures complete themselves`,
  changed: (time) => `${time} a mast or camera changed; computed again`,
  single: 'The map now draws only the chosen mast, or the difference of the trial; see the list at the left.',
  toPage: 'Figures and trial',
  uncounted: {
    'no-mast-height': 'no mast height',
    'no-elevation': 'no elevation under the mast',
    offline: 'offline',
    'no-camera': 'no camera',
  },
  mast: {
    label: 'Coverage',
    loading: 'Computing…',
    failed: 'Coverage is not available',
    unlisted: 'Coverage does not include this mast',
    uncounted: (reason) => `Does not count: ${reason}`,
    seen: (metres, seen, forest) =>
      `${metres === 0 ? 'Ground' : `${metres} m above ground`}: ${seen} ha in view, ${forest} ha of it forest`,
    show: 'Show coverage',
    retry: 'Retry',
  },
};

export const coverageTitles = { zh: zh.title, en: en.title };
export const useCoverageMessages = messagesIn<CoverageMessages>({ zh, en });
