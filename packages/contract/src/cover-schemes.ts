// Names of the schemes of land cover, for messages, imports and pages.
import type { CoverScheme } from '@lookout/domain';
import type { Language } from './errors/entry.ts';

export const COVER_SCHEME_NAMES: Readonly<Record<Language, Readonly<Record<CoverScheme, string>>>> = {
  zh: { worldcover: 'ESA WorldCover', igbp: 'MODIS IGBP', gbt21010: 'GB/T 21010', table: '自带分类表' },
  en: { worldcover: 'ESA WorldCover', igbp: 'MODIS IGBP', gbt21010: 'GB/T 21010', table: 'own table of classes' },
};
