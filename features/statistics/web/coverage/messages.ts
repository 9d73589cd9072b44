// Messages of coverage in 统计分析 and 分析报告, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';

const zh = {
  title: '护林视域：盲区林地',
  toPage: '护林视域',
  save: '存为文件',
  note: (metres: number) =>
    `离地 ${metres} 米（刚升起的烟），晴好天气；可交会为两塔看得见且方位夹角≥15°；加权按火险与可燃物。不随上面的统计窗口与条件变化。`,
  empty: { title: '这里没有可统计的视域', hint: '换一个网格；塔高与距离在“摄像头设置”里填写。' },
  columns: {
    grid: '网格',
    masts: '塔',
    forest: '林地（公顷）',
    located: '可交会（公顷）',
    seen: '看得见（公顷）',
    blind: '盲区（公顷）',
    weighted: '加权盲区',
    median: '误差椭圆中位（米）',
    worst: '最差一成（米）',
  },
  series: { located: '可交会', single: '看得见，不能交会', blind: '盲区' },
  unit: '公顷',
};

export type CoverageSectionMessages = typeof zh;

const en: CoverageSectionMessages = {
  title: 'Coverage: blind forest',
  toPage: 'Coverage',
  save: 'Save as a file',
  note: (metres) =>
    `At ${metres} m above ground (smoke just risen), in clear air; located: seen by two masts crossing at 15° or more; weighted by fire danger and fuel. Independent of the window and filters above.`,
  empty: { title: 'No coverage to count here', hint: 'Choose another grid; mast heights and ranges are entered in the camera settings.' },
  columns: {
    grid: 'Grid',
    masts: 'Masts',
    forest: 'Forest (ha)',
    located: 'Located (ha)',
    seen: 'In view (ha)',
    blind: 'Blind (ha)',
    weighted: 'Weighted blind',
    median: 'Ellipse, median (m)',
    worst: 'Worst tenth (m)',
  },
  series: { located: 'Located', single: 'In view, not located', blind: 'Blind' },
  unit: 'ha',
};

export const useCoverageSectionMessages = messagesIn<CoverageSectionMessages>({ zh, en });
