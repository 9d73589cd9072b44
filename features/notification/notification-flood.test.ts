import { MINUTE_MS } from '@lookout/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { burstAfter, gatherBy, MESSAGE_FLOOD, type MessageBurst, NO_BURST } from './notification-flood.ts';

const at = (minutes: number) => new Date(minutes * MINUTE_MS);
const burst = (over: Partial<MessageBurst>): MessageBurst => ({ ...NO_BURST, ...over });

describe('a message in a flood', () => {
  it('is sent alone ten times in ten minutes, and the eleventh waits for a minute', () => {
    expect(gatherBy(NO_BURST, null, at(0))).toBeNull();
    expect(gatherBy(burst({ singles: 9 }), null, at(0))).toBeNull();
    expect(gatherBy(burst({ singles: 10 }), null, at(0))).toEqual(at(1));
  });

  it('is combined with those that wait, and overtakes none of them', () => {
    expect(gatherBy(burst({ singles: 10, waitingSince: at(0) }), null, at(0.5))).toEqual(at(1));
    expect(gatherBy(burst({ singles: 0, waitingSince: at(0) }), null, at(0.5))).toEqual(at(1));
    // The run was late.
    expect(gatherBy(burst({ waitingSince: at(0) }), null, at(3))).toEqual(at(3));
  });

  it('waits for ten minutes after the last combined message; then the flood is over', () => {
    expect(gatherBy(burst({ gatheredAt: at(1) }), null, at(2))).toEqual(at(11));
    expect(gatherBy(burst({ gatheredAt: at(1) }), null, at(10.5))).toEqual(at(11.5));
    expect(gatherBy(burst({ gatheredAt: at(1) }), null, at(11))).toBeNull();
  });

  it('that repeats until it is answered never waits longer than its repeat interval', () => {
    expect(gatherBy(burst({ gatheredAt: at(1) }), 5, at(2))).toEqual(at(6));
    expect(gatherBy(burst({ gatheredAt: at(1) }), 120, at(2))).toEqual(at(11));
    fc.assert(
      fc.property(
        fc.record({
          singles: fc.integer({ min: 0, max: 300 }),
          gatheredAt: fc.option(fc.integer({ min: -15, max: 0 }).map(at)),
          waitingSince: fc.option(fc.integer({ min: -15, max: 0 }).map(at)),
        }),
        fc.integer({ min: 1, max: 120 }),
        (told, own) => {
          const by = gatherBy(told, own, at(0));
          expect((by ?? at(0)).getTime()).toBeLessThanOrEqual(own * MINUTE_MS);
          expect((by ?? at(0)).getTime()).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

it('one person gets at most ten single messages and one combined message in any ten minutes, whatever happens, and is informed of everything', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 300 }), (seconds) => {
      // Fires at these times within two hours; a run every 30 seconds combines the due messages.
      const fires = seconds.map((n) => n * MINUTE_MS).toSorted((a, b) => a - b);
      const singles: number[] = [];
      const gathered: number[] = [];
      const waiting: { readonly since: number; readonly by: number }[] = [];
      let received = 0;
      for (let now = 0; now <= 140 * MINUTE_MS; now += MINUTE_MS / 2) {
        if (waiting.some(({ by }) => by <= now)) {
          gathered.push(now);
          received += waiting.splice(0).length;
        }
        const windowMs = MESSAGE_FLOOD.windowMinutes * MINUTE_MS;
        const last = gathered.at(-1);
        let told: MessageBurst = {
          singles: singles.filter((one) => now - one < windowMs).length,
          gatheredAt: last === undefined || now - last >= windowMs ? null : new Date(last),
          waitingSince: waiting[0] === undefined ? null : new Date(waiting[0].since),
        };
        for (const _ of fires.filter((fire) => fire === now)) {
          const by = gatherBy(told, null, new Date(now));
          told = burstAfter(told, by, new Date(now));
          if (by === null) {
            singles.push(now);
            received += 1;
          } else waiting.push({ since: now, by: by.getTime() });
        }
      }
      const most = (times: readonly number[]) =>
        Math.max(
          0,
          ...times.map((begin) => times.filter((one) => one >= begin && one - begin < MESSAGE_FLOOD.windowMinutes * MINUTE_MS).length),
        );
      expect(received).toBe(fires.length);
      expect(most(singles)).toBeLessThanOrEqual(MESSAGE_FLOOD.singles);
      expect(most(gathered)).toBeLessThanOrEqual(1);
    }),
  );
});
