// What stands between two texts of which neither knows the other: full-width in Chinese.
import type { Language } from '@lookout/contract';
import { currentLanguage } from '../language.ts';

interface Marks {
  readonly colon: string;
  readonly comma: string;
  readonly semicolon: string;
  /** Between two sentences. */
  readonly stop: string;
  /** Between names. */
  readonly list: string;
  readonly brackets: (text: string) => string;
}

const MARKS: Readonly<Record<Language, Marks>> = {
  zh: { colon: '：', comma: '，', semicolon: '；', stop: '。', list: '、', brackets: (text) => `（${text}）` },
  en: { colon: ': ', comma: ', ', semicolon: '; ', stop: '. ', list: ', ', brackets: (text) => ` (${text})` },
};

/** Of the page's language; a component that has words is rendered anew when it changes. */
export const marks = (): Marks => MARKS[currentLanguage()];
