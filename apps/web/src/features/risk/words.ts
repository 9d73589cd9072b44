import { wordsIn } from '../../shared/language.ts';
import { riskEn } from './text.en.ts';
import { type RiskWords, riskZh } from './text.zh-CN.ts';

export const useRiskWords = wordsIn<RiskWords>({ zh: riskZh, en: riskEn });
