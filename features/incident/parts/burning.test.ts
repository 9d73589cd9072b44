import { expect, it } from 'vitest';
import { anAlarm, HANDLED, judgedBy } from '../../testing/builders.ts';
import { isOfBurningBy } from './burning.ts';
import { fireIdBy } from './folding.ts';

const fireIdOf = fireIdBy(new Map());
const of = (incidentId: string, id: string, response = anAlarm('camera').response) => ({
  ...anAlarm('camera', { id, response }),
  incidentId,
});

it('an alarm that joined a fire in progress belongs to it until a user judges the alarm; no alarm belongs to a fire that is false or not judged', () => {
  const alarms = [
    of('burning', 'a', judgedBy('real')),
    of('burning', 'b'),
    of('burning', 'c', HANDLED),
    of('burning', 'd', judgedBy('false')),
    of('false', 'e', judgedBy('false')),
    of('false', 'f'),
    of('new', 'g'),
  ];
  const isOfBurning = isOfBurningBy(alarms, fireIdOf);
  expect(alarms.filter(isOfBurning).map(({ id }) => id)).toEqual(['b', 'c']);
});
