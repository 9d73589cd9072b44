// Texts that describe recurring patrols.

import { marks } from '@lookout/web/shared/text/marks.ts';
import type { PatrolContent, Repeat } from '../patrol.ts';
import type { TaskPageMessages } from './messages.ts';

/** Query key prefix of recurring patrols. */
export const PATROLS = 'patrols';

type Messages = TaskPageMessages['patrols'];

const dayText = (repeat: Repeat, messages: Messages): string => {
  switch (repeat.kind) {
    case 'daily':
      return messages.repeats.daily;
    case 'weekdays':
      return repeat.weekdays.map((day) => messages.weekdayNames[day]).join(marks().list);
    case 'every':
      return messages.every(repeat.days);
  }
};

/** Text of a rule, e.g. `每天 08:00，240 分钟`. */
export const repeatText = ({ repeat, timeOfDay, durationMinutes }: PatrolContent, messages: Messages): string =>
  messages.whenText(dayText(repeat, messages), timeOfDay, durationMinutes);
