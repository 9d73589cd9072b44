// The replay of a desk (回放): its lists at a past moment, with which the replay starts.

import type { Named } from '@lookout/domain';
import type { NamedAlarm } from '../alarm/alarm.ts';
import type { IncidentMember } from '../incident/incident.ts';
import type { ModeSetting } from '../operating-mode/operating-mode.ts';
import type { Plot } from '../plot/plot.ts';
import type { NamedDueReport } from '../reporting/due-report.ts';
import type { PersonSafety } from '../safety/safety.ts';
import type { Sos } from '../sos/sos.ts';
import type { NamedTask } from '../task/task.ts';

/** The lists of a desk at a past moment. */
export interface DeskMoment {
  readonly at: Date;
  /** The log's number at that moment: the events up to it were known then. */
  readonly seq: number;
  readonly alarms: readonly NamedAlarm[];
  readonly members: readonly IncidentMember[];
  readonly tasks: readonly NamedTask[];
  readonly plots: readonly Named<Plot>[];
  readonly modes: readonly Named<ModeSetting>[];
  readonly sos: readonly Named<Sos>[];
  readonly safeties: readonly Named<PersonSafety>[];
  readonly dueReports: readonly NamedDueReport[];
}
