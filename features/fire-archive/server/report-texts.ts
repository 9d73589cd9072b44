// The texts of the printed report, typed for every language (texts.ts).

import type { LandCover } from '@lookout/domain';
import type { CloseOutcome, RealFireType } from '../../alarm/alarm.ts';
import type { AlarmHistoryLine } from '../../alarm/alarm-events.ts';
import type { LookResult } from '../../alarm/look-result.ts';
import type { TaskState } from '../../task/task.ts';
import type { BurnedSeverity } from '../burn-severity.ts';
import type { BurnedMethod, FireGrade, LossItem, LossUnit } from '../fire-archive.ts';

export interface ReportTexts {
  readonly title: string;
  readonly house: string;
  readonly draft: string;
  readonly unfiled: string;
  subtitle(version: number, state: string): string;
  readonly sealed: string;
  footer(sha256: string): string;
  readonly unknown: string;
  /** @param number counted from 1 */
  chapter(number: number, title: string): string;
  readonly chapters: Readonly<
    Record<'facts' | 'events' | 'weather' | 'tasks' | 'area' | 'losses' | 'review' | 'pictures' | 'versions', string>
  >;
  readonly facts: Readonly<
    Record<
      | 'place'
      | 'grid'
      | 'position'
      | 'alarms'
      | 'observed'
      | 'arrived'
      | 'closed'
      | 'outcome'
      | 'fireType'
      | 'duration'
      | 'grade'
      | 'area'
      | 'casualties'
      | 'lossYuan'
      | 'sealed',
      string
    >
  >;
  readonly columns: Readonly<
    Record<
      | 'time'
      | 'who'
      | 'what'
      | 'day'
      | 'temperature'
      | 'humidity'
      | 'wind'
      | 'rain'
      | 'task'
      | 'people'
      | 'status'
      | 'cover'
      | 'hectares'
      | 'severity'
      | 'share'
      | 'item'
      | 'quantity'
      | 'unit'
      | 'yuan'
      | 'note'
      | 'version'
      | 'reason'
      | 'hash',
      string
    >
  >;
  readonly none: Readonly<Record<'weather' | 'tasks' | 'area' | 'losses' | 'cover' | 'lessons', string>>;
  readonly cause: string;
  readonly review: string;
  readonly lessons: string;
  readonly corrects: (version: number, sha256: string, reason: string) => string;
  readonly mapCaption: string;
  pictureCaption(index: number, time: string, by: string): string;
  casualties(dead: number, badlyHurt: number, slightlyHurt: number): string;
  hours(minutes: number): string;
  hectares(amount: string): string;
  yuan(amount: string): string;
  readonly method: Readonly<Record<BurnedMethod, string>>;
  source(method: string, source: string | null): string;
  readonly grade: Readonly<Record<FireGrade, string>>;
  readonly cover: Readonly<Record<LandCover, string>>;
  readonly severity: Readonly<Record<BurnedSeverity, string>>;
  /** The pictures of a date: the files, and the day if it is known. */
  pictures(date: 'before' | 'after', files: string, day: string | null): string;
  mapping(threshold: string, leastHectares: string): string;
  coverByFiles(files: string): string;
  readonly coverByAlarm: string;
  readonly plots: string;
  readonly item: Readonly<Record<LossItem, string>>;
  readonly unit: Readonly<Record<LossUnit, string>>;
  look(result: LookResult, isHot: boolean | null): string;
  readonly outcome: Readonly<Record<CloseOutcome, string>>;
  readonly fireType: Readonly<Record<RealFireType, string>>;
  readonly taskState: Readonly<Record<TaskState | 'cancelled', string>>;
  readonly act: Readonly<Record<AlarmHistoryLine['kind'], string>>;
  readonly real: string;
  readonly false: string;
  readonly separator: string;
}
