import type { ChartLook } from '@lookout/report';
import { COLOURS, FONT } from '@lookout/web/shared/tokens.ts';

/** Charts on the pages' dark ground. */
export const DARK_LOOK: ChartLook = {
  text: COLOURS.pale,
  line: COLOURS.border,
  verdicts: { real: COLOURS.real, false: COLOURS.false, unjudged: COLOURS.unjudged },
  series: [COLOURS.accent, COLOURS.levelOrange],
  font: FONT,
};
