// Forest-fire danger warnings (森林火险预警) in the wire format.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WireWarning } from './warning.schema.ts';
import type { Warning } from './warning.ts';

export const writeWarning = (w: Warning, nameOf: GridNames): WireWarning => ({
  id: w.id,
  gridNo: w.gridNo,
  gridName: nameOf(w.gridNo) ?? w.gridNo,
  areas: w.areas.map((areaNo) => ({ areaNo, areaName: nameOf(areaNo) ?? areaNo })),
  level: w.level,
  text: w.text,
  validFrom: formatTime(w.startsAt),
  validTo: formatTime(w.endsAt),
  revision: w.revision,
  steps: w.steps.map(({ at, by, level, text }) => ({ time: formatTime(at), user: by, level, text })),
  issueTime: formatTime(w.issuedAt),
  liftTime: w.liftedAt && formatTime(w.liftedAt),
});

/** A warning as sent to a client: with the names of its areas, without the grids that are notified. */
export type NamedWarning = Named<Omit<Warning, 'areas' | 'reaches'>> & {
  readonly areas: readonly { readonly areaNo: GridNo; readonly areaName: string }[];
};

/** The inverse of `writeWarning`, to the second. */
export const readWarning = (w: WireWarning): NamedWarning => ({
  id: w.id,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  areas: w.areas.map(({ areaNo, areaName }) => ({ areaNo: areaNo as GridNo, areaName })),
  level: w.level,
  text: w.text,
  startsAt: readTime(w.validFrom),
  endsAt: readTime(w.validTo),
  revision: w.revision,
  steps: w.steps.map(({ time, user, level, text }) => ({ at: readTime(time), by: user, level, text })),
  issuedAt: readTime(w.issueTime),
  liftedAt: w.liftTime === null ? null : readTime(w.liftTime),
});

interface Listed {
  readonly warning: WireWarning;
  readonly readTime: string | null;
}

/** Includes the time when the requesting officer read the current revision; null: not yet. */
export type ListedWarning = NamedWarning & { readonly readAt: Date | null };

export const readListedWarning = ({ warning, readTime: read }: Listed): ListedWarning => ({
  ...readWarning(warning),
  readAt: read === null ? null : readTime(read),
});

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const warningReaders = {
  warning: readWarning,
  'listed-warning': readListedWarning,
} as const;
