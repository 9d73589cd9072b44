// Pure functions of the story page: days, filter chips, text to copy, and which live updates continue the story.
import { formatTime, type Language } from '@lookout/contract';
import { storyText, storyTexts } from '@lookout/report';
import type { LiveUpdate } from '../../live-messages.ts';
import { isStoryTopic, STORY_TOPICS, type StoryTopic } from '../fire-story.ts';
import { type StoryLine, storyTime } from '../fire-story.wire.ts';

/** Sorted by when lines happened, so a line that became known later is in its place. */
export const inTime = (lines: readonly StoryLine[]): StoryLine[] =>
  lines.toSorted((a, b) => storyTime(a).getTime() - storyTime(b).getTime() || a.seq - b.seq);

export interface StoryDay {
  /** `2026-03-01`, in Beijing time. */
  readonly day: string;
  readonly lines: readonly StoryLine[];
}

export const byDay = (lines: readonly StoryLine[]): StoryDay[] =>
  [...Map.groupBy(lines, (line) => formatTime(storyTime(line)).slice(0, 10))].map(([day, of]) => ({ day, lines: of }));

/** The topics that occur, in the order of the table, with their counts. */
export const topicCounts = (lines: readonly StoryLine[]): { readonly topic: StoryTopic; readonly count: number }[] =>
  STORY_TOPICS.map((topic) => ({ topic, count: lines.filter((line) => line.topic === topic).length })).filter(({ count }) => count > 0);

/** The topics that the URL names; empty: all. */
export const topicsIn = (text: string | null): readonly StoryTopic[] => (text ?? '').split(',').filter(isStoryTopic);

export const withTopic = (chosen: readonly StoryTopic[], topic: StoryTopic): string =>
  (chosen.includes(topic) ? chosen.filter((one) => one !== topic) : [...chosen, topic]).join(',');

/** One line each: time, topic, what, who. */
export const plainText = (lines: readonly StoryLine[], language: Language): string =>
  lines
    .map((line) => {
      const { title, parts, who } = storyText(line, language);
      return [formatTime(storyTime(line)), storyTexts[language].topics[line.topic], title, who, line.formattedAddress ?? '', ...parts]
        .filter((part) => part !== '')
        .join('\t');
    })
    .join('\n');

/** Whether this update continues the story of a fire with these alarms. */
export function continues(update: LiveUpdate, alarmIds: ReadonlySet<string>): boolean {
  switch (update.kind) {
    case 'alarm-changed':
    case 'alarm-reported':
      return alarmIds.has(update.alarm.id);
    case 'alarm-gone':
      return alarmIds.has(update.alarmId);
    case 'incident-joined':
      return update.members.some(({ alarmId, incidentId }) => alarmIds.has(alarmId) || alarmIds.has(incidentId));
    case 'task-changed':
      return update.task.fireId !== null && alarmIds.has(update.task.fireId);
    case 'due-report-changed':
      return alarmIds.has(update.report.alarmId);
    case 'safety-changed':
      return alarmIds.has(update.safety.fireId);
    case 'ranger-message-changed':
      return alarmIds.has(update.message.fireId);
    case 'plan-run-changed':
      return alarmIds.has(update.run.fireId);
    case 'plot-changed':
      return update.plot.fireId !== null && alarmIds.has(update.plot.fireId);
    default:
      return update.kind === 'sos-changed' || update.kind === 'plot-gone';
  }
}
