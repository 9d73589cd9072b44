// In which language a caller reads: as its `Accept-Language` says, Chinese when that says nothing we know.
import { LANGUAGES, type Language } from '@lookout/contract';

const [DEFAULT] = LANGUAGES;

/** `en-GB;q=0.8` → en, 0.8; null for a language that nobody here writes. */
function wishOf(part: string): { readonly language: Language; readonly weight: number } | null {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const primary = range.split('-', 1)[0];
  const language = LANGUAGES.find((known) => known === primary);
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return language === undefined || !(weight > 0) ? null : { language, weight };
}

export function languageOf(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').split(',').flatMap((part) => wishOf(part) ?? []);
  return wishes.reduce((best, wish) => (wish.weight > best.weight ? wish : best), { language: DEFAULT, weight: 0 }).language;
}
