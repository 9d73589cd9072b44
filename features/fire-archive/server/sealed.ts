// The content under which an archive is sealed. Its field names must not change, because contents that were sealed earlier are read by them.

import { formatTime, type GridNames } from '@lookout/contract';
import type { Alarm } from '../../alarm/alarm.ts';
import { writeAlarm } from '../../alarm/alarm.wire.ts';
import type { WireFireArchiveFile, WireFireRecord } from '../fire-archive.schema.ts';
import { type FireArchive, gradeOf, type Seal } from '../fire-archive.ts';

/** Everything in the archive except its own hash. */
export const sealedContent = (
  { seal: _, ...archive }: FireArchive,
  seal: Omit<Seal, 'sha256'>,
  { lead, record }: { readonly lead: Alarm; readonly record: WireFireRecord },
  nameOf: GridNames,
) => ({
  format: 'lookout-fire-archive-1',
  fire: writeAlarm(lead, nameOf),
  archive: {
    id: archive.id,
    fireId: archive.fireId,
    gridNo: archive.gridNo,
    gridName: nameOf(archive.gridNo) ?? archive.gridNo,
    version: archive.version,
    revision: archive.revision,
    corrects: archive.corrects,
    assessment: archive.assessment,
    grade: gradeOf(archive.assessment).grade,
    createUser: archive.createdBy,
    createTime: formatTime(archive.createdAt),
    updateUser: archive.changedBy,
    updateTime: formatTime(archive.changedAt),
    sealUser: seal.by,
    sealTime: formatTime(seal.at),
    sha256: null,
  },
  record,
});

/** The part of a sealed content that is stored nowhere else; the archive is also a row of the database. */
export const readSealedContent = (content: string): Pick<WireFireArchiveFile, 'fire' | 'record'> => JSON.parse(content);
