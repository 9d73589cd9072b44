// What duty does about an alarm: the handlers of contract `acts`. Each says what is to be done; `answers` does it.
import type { Contract } from '@lookout/contract';
import type { ServerFeature } from '../../feature.ts';
import type { Handlers } from '../../serve/context.ts';
import { acknowledging } from './acknowledging.ts';
import { deleting } from './deleting.ts';
import { judging } from './judging.ts';
import { moving } from './moving.ts';
import { pushing } from './pushing.ts';
import { smokePushing } from './smoke-pushing.ts';
import { updating } from './updating.ts';

export const acts: ServerFeature<'acts'> = {
  open: ({ store, places, answers, journal }) => ({
    calls: {
      ...acknowledging(journal, answers),
      ...judging(answers),
      ...pushing(answers),
      ...updating(answers),
      ...moving(answers, places),
      ...smokePushing(store, answers),
      ...deleting(answers),
    },
  }),
};

export type Acts = Handlers<Contract['acts']>;
