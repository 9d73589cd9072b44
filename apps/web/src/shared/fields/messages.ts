// A field's messages about the typed text, in both languages.
import { messagesIn } from '../language.ts';
import type { NumberBounds } from './number-text.ts';

const rangeZh = ({ min, max, isWhole }: NumberBounds): string => {
  const number = isWhole ? '整数' : '数字';
  if (min !== undefined && max !== undefined) return `请填写 ${min} 到 ${max} 的${number}`;
  if (min !== undefined) return `请填写不小于 ${min} 的${number}`;
  return max === undefined ? `请填写${number}` : `请填写不大于 ${max} 的${number}`;
};

const zh = {
  tooLong: (most: number, length: number) => `最多 ${most} 个字，现有 ${length} 个字`,
  tooMany: (most: number) => `最多 ${most} 项`,
  range: rangeZh,
};

const rangeEn = ({ min, max, isWhole }: NumberBounds): string => {
  const number = isWhole ? 'a whole number' : 'a number';
  if (min !== undefined && max !== undefined) return `Please enter ${number} from ${min} to ${max}`;
  if (min !== undefined) return `Please enter ${number} of at least ${min}`;
  return max === undefined ? `Please enter ${number}` : `Please enter ${number} of at most ${max}`;
};

const en: typeof zh = {
  tooLong: (most, length) => `At most ${most} characters; there are ${length}`,
  tooMany: (most) => `At most ${most} items`,
  range: rangeEn,
};

export const useFieldMessages = messagesIn({ zh, en });
