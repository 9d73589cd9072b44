// Positions in: each row judged by itself, all that pass made durable together, the newest of each person told to the desks.
import type { Answer, Contract } from '@lookout/contract';
import type { RangerPosition } from '@lookout/domain';
import type { RangerPerson } from '@lookout/store';
import type { Handlers } from '../../serve/context.ts';
import { whyIn } from '../../serve/envelope.ts';
import type { RangerDirectory } from './directory.ts';
import { judgeRow } from './judge-row.ts';
import type { PositionAudit } from './position-audit.ts';
import type { PositionWriter } from './position-writer.ts';
import type { Teller } from './teller.ts';

export interface PositionDeps {
  readonly directory: RangerDirectory;
  readonly writer: PositionWriter;
  readonly audit: PositionAudit;
  readonly teller: Teller;
}

/** So many rows are judged in one tick of the event loop: a few milliseconds. */
const JUDGED_AT_ONCE = 500;

export function positionHandler({ directory, writer, audit, teller }: PositionDeps): Pick<Handlers<Contract['rangers']>, 'position'> {
  return {
    async position(context, { body: rows }) {
      const { caller, now } = context;
      const people = await directory.people();
      const judge = { isKnown: (id: string) => people.has(id), onlyFor: caller.kind === 'account' ? caller.accountId : null, now };
      const positions: RangerPosition[] = [];
      const rejected: Answer<Contract['rangers']['position']>['rejected'] = [];
      for (const [index, row] of rows.entries()) {
        if (index % JUDGED_AT_ONCE === JUDGED_AT_ONCE - 1) await new Promise(setImmediate);
        const judged = judgeRow(row, judge);
        if (judged.ok) positions.push(judged.value);
        else rejected.push({ index, path: judged.error.path, ...whyIn(context.language, judged.error) });
      }
      const { duplicates, newest } = await writer.write(positions, now);
      const accepted = positions.length - duplicates;
      audit.note(context, { received: rows.length, accepted });
      teller.tell(newest.map((position) => ({ position, person: people.get(position.userId) as RangerPerson })));
      return { received: rows.length, accepted, duplicates, rejected };
    },
  };
}
