// Operating modes: an authorised user sets the mode of his own grid or one below, with a reason; an emergency alerts the duty list by short
// message.

import { withGridName } from '@lookout/domain';
import { conflict, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import { callOut } from '../notification/service/call-out.ts';
import { concernsDesk, type ModeSetting } from './operating-mode.ts';
import { callOutText } from './operating-mode-message.wire.ts';
import { setMode } from './service/operating-modes.ts';

export const operatingMode: ServerFeature<'operatingMode'> = {
  open: (room) => ({ calls: modeHandlers(room) }),
};

function modeHandlers({
  store,
  grids,
  journal,
  config,
}: Pick<Room, 'store' | 'grids' | 'journal' | 'config'>): Handlers<Contract['operatingMode']> {
  const named = (setting: ModeSetting) => withGridName(setting, grids().nameOf);

  return {
    async modeList(context) {
      const { gridNo } = accountOf(context);
      const settings = await store.operatingModes.all();
      return { rows: settings.filter((one) => concernsDesk(one, gridNo)).map(named) };
    },

    async modeSet(context, { body }) {
      const { fullName } = accountOf(context);
      const { scope: gridNo, now } = context;
      return journal.transact(context, async (tx) => {
        const current = await tx.operatingModes.lock(gridNo);
        const previous = current?.mode ?? 'daily';
        if ((current?.version ?? 0) !== body.version)
          throw conflict(current && named(current), 'mode-changed', { by: current?.setBy ?? '' });
        // An emergency interrupts an exercise, which continues in parallel; the return to daily duty happens by the end of the exercise.
        if (previous === 'simulation' && body.mode === 'daily') throw refused('exercise-running');
        if (previous === body.mode) throw refused('mode-as-it-is');
        const reason = body.reason.trim();
        const setting: ModeSetting = {
          gridNo,
          mode: body.mode,
          reason,
          setBy: fullName,
          setAt: now,
          version: body.version + 1,
          exerciseId: null,
        };
        const happened = await setMode(tx, context, current, setting);
        if (setting.mode === 'emergency') {
          const content = callOutText(named(setting));
          await callOut(tx, { gridNo, content, caller: accountOf(context), now, hasGateway: config.smsUrl !== null });
        }
        return { value: named(setting), happened: [happened] };
      });
    },
  };
}
