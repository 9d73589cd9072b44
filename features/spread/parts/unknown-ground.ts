// The text about the part of a run's terrain whose fuel is unknown.
import { COVER_SCHEME_NAMES } from '@lookout/contract';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import type { SpreadUnknownGround } from '../spread-result.ts';
import { useSpreadMessages } from './messages.ts';

const LEAST_PERCENT = 0.1;

interface UnknownGroundText {
  /** The share of the window. */
  readonly share: number;
  readonly percent: string;
  /** The land-cover classes without a fuel; '': none, only terrain without data. */
  readonly classes: string;
}

/** null: all fuels are known, or the run does not report it. */
export function useUnknownGround(unknownGround: SpreadUnknownGround | null): UnknownGroundText | null {
  const messages = useSpreadMessages();
  const language = useLanguage();
  if (unknownGround === null || unknownGround.share === 0) return null;
  const { share, classes } = unknownGround;
  const percent = 100 * share;
  return {
    share,
    percent: percent < LEAST_PERCENT ? messages.lessThan(`${LEAST_PERCENT}%`) : `${percent.toFixed(1)}%`,
    classes: classes.map(({ scheme, value }) => `${COVER_SCHEME_NAMES[language][scheme]} ${value}`).join(marks().list),
  };
}
