// Lightning strokes, as reported by a machine's feed. They are observations like positions: retained for a while, counted with a day's
// danger, and not events.

import { type Answer, readBySchema } from '@lookout/contract';
import { DAY_MS, FUTURE_TOLERANCE_MS } from '@lookout/domain';
import { fieldFault } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { whyIn } from '@lookout/server/serve/envelope.ts';
import type { FeedAudit } from '@lookout/server/services/feed-audit.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { strokeRow } from '../danger.schema.ts';
import type { LightningStroke } from '../lightning.store.ts';

/** Number of rows validated in one tick of the event loop. */
const CHECKED_AT_ONCE = 500;
const RETENTION_DAYS = 90;

export function lightningHandler({
  store,
  gazetteer,
  audit,
}: Pick<Room, 'store' | 'gazetteer'> & { readonly audit: FeedAudit }): Pick<Handlers<Contract['danger']>, 'putLightning'> {
  return {
    async putLightning(context, { body: rows }) {
      const { now, language } = context;
      const oldest = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
      const rejected: Answer<Contract['danger']['putLightning']>['rejected'] = [];
      const refuse = (index: number, fault: ReturnType<typeof fieldFault>) =>
        rejected.push({ index, path: fault.path, ...whyIn(language, fault) });
      const strokes = new Map<string, LightningStroke>();
      let valid = 0;
      for (const [index, row] of rows.entries()) {
        if (index % CHECKED_AT_ONCE === CHECKED_AT_ONCE - 1) await new Promise(setImmediate);
        const read = readBySchema(strokeRow, row);
        if (!read.ok) {
          refuse(index, read.error[0]);
          continue;
        }
        const { longitude: lng, latitude: lat, time: at, current } = read.value;
        const gridNo = gazetteer().gridAt({ lng, lat }, null);
        if (at.getTime() > now.getTime() + FUTURE_TOLERANCE_MS) refuse(index, fieldFault('time', 'in-the-future'));
        else if (at < oldest) refuse(index, fieldFault('time', 'stroke-too-old', { days: RETENTION_DAYS }));
        else if (gridNo === null) refuse(index, fieldFault('longitude', 'outside-china'));
        else {
          valid += 1;
          strokes.set(`${at.getTime()} ${lng} ${lat}`, { at, position: { lng, lat }, gridNo, kiloamperes: current ?? null });
        }
      }
      const accepted = await store.transaction(async (tx) => {
        await tx.lightning.forgetBefore(oldest);
        return tx.lightning.add([...strokes.values()]);
      });
      if (context.caller.kind === 'feed') audit.note(context, { received: rows.length, accepted });
      return { received: rows.length, accepted, duplicates: valid - accepted, rejected };
    },
  };
}
