// Converts the load of desks to and from the wire format: kinds by the wire's names, times as text.

import { formatTime, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { readKind, wireKinds } from '../alarm/alarm.wire.ts';
import type { AlarmLoadReport, DeskLoad } from './alarm-load.ts';
import type { WireAlarmLoad } from './statistics.calls.ts';

type WireDesk = WireAlarmLoad['desk'];

const writeDesk = ({ peakAt, floods, hoursOfDay, advice, slots, ...figures }: Named<DeskLoad>): WireDesk => ({
  ...figures,
  peakTime: peakAt && formatTime(peakAt),
  slots: { ...slots },
  floods: floods.map(({ begin, end, ...flood }) => ({ beginTime: formatTime(begin), endTime: end && formatTime(end), ...flood })),
  hoursOfDay: [...hoursOfDay],
  advice: [...advice],
});

const readDesk = ({ gridNo, peakTime, floods, ...figures }: WireDesk): Named<DeskLoad> => ({
  ...figures,
  gridNo: gridNo as GridNo,
  peakAt: peakTime === null ? null : readTime(peakTime),
  floods: floods.map(({ beginTime, endTime, ...flood }) => ({
    begin: readTime(beginTime),
    end: endTime === null ? null : readTime(endTime),
    ...flood,
  })),
});

export const writeAlarmLoad = (load: AlarmLoadReport): WireAlarmLoad => ({
  beginTime: formatTime(load.begin),
  endTime: formatTime(load.end),
  desk: writeDesk(load.desk),
  hours: load.hours.map(({ begin, ...hour }) => ({ beginTime: formatTime(begin), ...hour })),
  desks: load.desks.map(writeDesk),
  sources: load.sources.map(({ kind, pointName, advice, ...source }) => ({
    ...source,
    kind: wireKinds[kind].kind,
    monitorName: pointName,
    advice: [...advice],
  })),
  sourcesLeftOut: load.sourcesLeftOut,
});

/** The inverse of `writeAlarmLoad`. */
export const readAlarmLoad = (w: WireAlarmLoad): AlarmLoadReport => ({
  begin: readTime(w.beginTime),
  end: readTime(w.endTime),
  desk: readDesk(w.desk),
  hours: w.hours.map(({ beginTime, ...hour }) => ({ begin: readTime(beginTime), ...hour })),
  desks: w.desks.map(readDesk),
  sources: w.sources.map(({ kind, monitorName, ...source }) => ({ ...source, kind: readKind(kind), pointName: monitorName })),
  sourcesLeftOut: w.sourcesLeftOut,
});

/** Readers for the replies of calls, by the name in a call's `reads`. */
export const alarmLoadReaders = {
  'alarm-load': readAlarmLoad,
} as const;
