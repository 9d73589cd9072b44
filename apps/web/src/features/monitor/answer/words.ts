import { useTranslation } from 'react-i18next';
import { answerEn } from './text.en.ts';
import { type AnswerWords, answerZh } from './text.zh-CN.ts';

/** The words of answering in the language of the page. */
export function useAnswerWords(): AnswerWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? answerEn : answerZh;
}
