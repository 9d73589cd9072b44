// Small components that several hazard views share: the level of a warning, and its cause.
import { type HazardWarningLevel, MONITOR_UNITS, type WarningCause } from '../hazard.ts';
import { useHazardMessages } from './messages.ts';

/** @param level null: lifted */
export function LevelTag({ level }: { readonly level: HazardWarningLevel | null }) {
  const messages = useHazardMessages();
  return (
    <span className="tag hazard-level" data-level={level ?? 'lifted'}>
      {level === null ? messages.lifted : messages.warningLevels[level]}
    </span>
  );
}

export const causeUnit = ({ monitorKind, measure }: WarningCause, perHour: string): string =>
  monitorKind === null ? 'mm' : `${MONITOR_UNITS[monitorKind].unit}${measure === 'rate' ? perHour : ''}`;

export function CauseText({ cause }: { readonly cause: WarningCause }) {
  const messages = useHazardMessages();
  return messages.cause(cause, causeUnit(cause, messages.perHour));
}
