import { wordsIn } from '../../../shared/language.ts';
import { smsEn } from './text.en.ts';
import { type SmsWords, smsZh } from './text.zh-CN.ts';

export const useSmsWords = wordsIn<SmsWords>({ zh: smsZh, en: smsEn });
