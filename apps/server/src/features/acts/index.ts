// What duty does about an alarm: the handlers of contract `acts`. Each says what is to be done; `answers` does it.
import type { Contract } from '@lookout/contract';
import type { Store } from '@lookout/store';
import type { Handlers } from '../../serve/context.ts';
import type { Answers } from '../../services/answers.ts';
import type { Journal } from '../../services/journal.ts';
import type { Places } from '../../services/places.ts';
import { attending } from './attending.ts';
import { deleting } from './deleting.ts';
import { judging } from './judging.ts';
import { moving } from './moving.ts';
import { pushing } from './pushing.ts';
import { smokePushing } from './smoke-pushing.ts';
import { updating } from './updating.ts';

export interface ActDeps {
  readonly store: Store;
  readonly places: () => Places;
  readonly answers: Answers;
  readonly journal: Journal;
}

export const actHandlers = ({ store, places, answers, journal }: ActDeps): Handlers<Contract['acts']> => ({
  ...attending(journal, answers),
  ...judging(answers),
  ...pushing(answers),
  ...updating(answers),
  ...moving(answers, places),
  ...smokePushing(store, answers),
  ...deleting(answers),
});

export type Acts = Handlers<Contract['acts']>;
