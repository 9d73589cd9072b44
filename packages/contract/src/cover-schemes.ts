// Names of the schemes of land cover, for messages, imports and pages.
import type { CoverScheme, KnownCoverScheme } from '@lookout/domain';
import type { Language } from './errors/entry.ts';

/** The same in both languages. */
const NAMES: Readonly<Record<KnownCoverScheme, string>> = {
  worldcover: 'ESA WorldCover',
  igbp: 'MODIS IGBP',
  gbt21010: 'GB/T 21010',
  globeland30: 'GlobeLand30',
  clcd: 'CLCD',
  esri: 'Esri Land Cover',
};

export const COVER_SCHEME_NAMES: Readonly<Record<Language, Readonly<Record<CoverScheme, string>>>> = {
  zh: { ...NAMES, table: '自带分类表' },
  en: { ...NAMES, table: 'own table of classes' },
};
