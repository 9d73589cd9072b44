// The short message to the duty person of a hazard point. Messages are in Chinese in every deployment, as are those about fires.
import { type HazardKind, type HazardWarning, type HazardWarningLevel, MONITOR_UNITS, type WarningCause } from './hazard.ts';

const kinds = { slide: '滑坡', fall: '崩塌', 'debris-flow': '泥石流' } as const satisfies Record<HazardKind, string>;
const levels = { blue: '蓝色', yellow: '黄色', orange: '橙色', red: '红色' } as const satisfies Record<HazardWarningLevel, string>;

/** `裂缝计1 12.3 mm（阈值 10 mm）`; values are rounded to two decimals. */
function causeText({ monitorName, monitorKind, measure, value, threshold }: WarningCause): string {
  const figure = (n: number) => String(Math.round(n * 100) / 100);
  const unit = monitorKind === null ? 'mm' : MONITOR_UNITS[monitorKind].unit + (measure === 'rate' ? '/h' : '');
  const what = measure === 'rain-1h' ? '1小时雨量' : measure === 'rain-24h' ? '24小时雨量' : (monitorName ?? '');
  return `${what} ${figure(value)} ${unit}（阈值 ${figure(threshold)} ${unit}）`;
}

/** @param gridName the name of the warning's grid */
export const hazardMessage = ({ highest, level, hazardName, hazardKind, cause, people }: HazardWarning, gridName: string): string =>
  `【地质灾害${levels[level ?? highest]}预警】${gridName}${hazardName}（${kinds[hazardKind]}）：${causeText(cause)}。受威胁${people}人，请立即巡查，按预案组织避险，并回报情况。`;
