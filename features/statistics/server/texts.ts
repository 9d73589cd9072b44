// The texts of the printed report in addition to those of the report itself, in both languages.
import type { Language } from '@lookout/contract';

interface PrintedTexts {
  readonly house: string;
  readonly made: (at: string) => string;
}

export const PRINTED_WORDS: Readonly<Record<Language, PrintedTexts>> = {
  zh: { house: '林火瞭望', made: (at) => `生成于 ${at}` },
  en: { house: 'Fire Lookout', made: (at) => `Made ${at}` },
};
