import { wordsIn } from '../../shared/language.ts';
import { shiftEn } from './shift-text.en.ts';
import { type ShiftWords, shiftZh } from './shift-text.zh-CN.ts';

export const useShiftWords = wordsIn<ShiftWords>({ zh: shiftZh, en: shiftEn });
