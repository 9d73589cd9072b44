// Punctuation between two independent texts: full-width in Chinese.
import type { Language } from '@lookout/contract';
import { currentLanguage } from '../language.ts';

interface Marks {
  readonly colon: string;
  readonly comma: string;
  readonly semicolon: string;
  /** The text between two sentences. */
  readonly stop: string;
  /** The text between the names of a list. */
  readonly list: string;
  readonly brackets: (text: string) => string;
}

const MARKS: Readonly<Record<Language, Marks>> = {
  zh: { colon: '：', comma: '，', semicolon: '；', stop: '。', list: '、', brackets: (text) => `（${text}）` },
  en: { colon: ': ', comma: ', ', semicolon: '; ', stop: '. ', list: ', ', brackets: (text) => ` (${text})` },
};

/** In the page's language; components with messages render again when it changes. */
export const marks = (): Marks => MARKS[currentLanguage()];
