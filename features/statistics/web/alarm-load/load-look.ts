import { RISK_COLOURS } from '@lookout/web/shared/tokens.ts';
import { LOAD_CLASS_FROM, LOAD_CLASSES, type LoadClass } from '../../alarm-load.ts';

/** How a class is drawn: never by its colour alone. */
export const LOAD_LOOK: Readonly<Record<LoadClass, { readonly fill: string; readonly ink: string; readonly mark: string }>> = {
  acceptable: { ...RISK_COLOURS[1], mark: '○' },
  manageable: { ...RISK_COLOURS[2], mark: '◇' },
  'over-demanding': { ...RISK_COLOURS[4], mark: '▲' },
  flood: { ...RISK_COLOURS[5], mark: '■' },
};

/** The highest number of alarms in a class; null: unlimited. */
export function mostOf(one: LoadClass): number | null {
  const next = LOAD_CLASSES[LOAD_CLASSES.indexOf(one) + 1];
  return next === undefined ? null : LOAD_CLASS_FROM[next] - 1;
}
