import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { FireLevel } from '../../danger/fire-level.ts';
import { anAlarm, judgedBy } from '../../testing/builders.ts';
import type { AlarmEvidence } from '../incident.ts';
import { fireDanger, levelsBy, rememberedDanger } from './fire-danger.ts';

const evidence = (look: string, probability: number): AlarmEvidence => ({
  look,
  covariance: { eastEast: 1, eastNorth: 0, northNorth: 1 },
  probability,
  calmedBy: [],
  threatens: null,
});
const camera = anAlarm('camera');
const report = anAlarm('report');
const other = anAlarm('camera', { id: 'another-camera' });
const facts = (known: Record<string, AlarmEvidence>, level: FireLevel | null = 3) => ({
  levelOf: () => level,
  evidenceOf: (id: string) => known[id],
});

it('two independent observations make a fire more dangerous than one; two alarms of one observation do not', () => {
  const one = fireDanger([camera], facts({ [camera.id]: evidence('a', 0.6) }));
  const two = fireDanger([camera, other], facts({ [camera.id]: evidence('a', 0.6), [other.id]: evidence('b', 0.6) }));
  const same = fireDanger([camera, other], facts({ [camera.id]: evidence('a', 0.6), [other.id]: evidence('a', 0.6) }));
  expect(two / one).toBeCloseTo(0.84 / 0.6, 6);
  expect(same).toBeCloseTo(one, 9);
});

it('threatened people make a fire more dangerous; an unknown threat counts as the middle value', () => {
  const near = (inhabitants: number) => ({ ...evidence('a', 0.6), threatens: { inhabitants, dangerSources: 0 } });
  const danger = (known: AlarmEvidence) => fireDanger([camera], facts({ [camera.id]: known }));
  expect(danger(near(1_500))).toBeGreaterThan(danger(evidence('a', 0.6)));
  expect(danger(evidence('a', 0.6))).toBeGreaterThan(danger(near(0)));
});

it('an alarm without a fire uses the prior of its source; a fire judged real ranks first', () => {
  expect(fireDanger([report], facts({}))).toBeGreaterThan(fireDanger([camera], facts({})));
  expect(fireDanger([{ ...camera, response: judgedBy('real') }], facts({}, 1))).toBeGreaterThan(fireDanger([report], facts({}, 5)));
});

it('the level of a town is that of its county, otherwise of its prefecture', () => {
  const levelOf = levelsBy(
    new Map<GridNo, FireLevel>([
      ['513221' as GridNo, 4],
      ['513200' as GridNo, 2],
    ]),
  );
  expect((['513221100', '513221', '513222', '513200', '510000'] as GridNo[]).map(levelOf)).toEqual([4, 4, 2, 2, null]);
});

it('is cached only while nothing of the fire changes', () => {
  const requested: string[] = [];
  const known: Record<string, AlarmEvidence> = { [camera.id]: evidence('a', 0.6) };
  const danger = rememberedDanger({
    levelOf: (gridNo) => {
      requested.push(gridNo);
      return 3;
    },
    evidenceOf: (id) => known[id],
  });
  const alone = danger([camera]);
  expect([danger([camera]), requested.length]).toEqual([alone, 1]);
  const both = danger([camera, other]);
  expect([both, requested.length]).toEqual([alone, 2]);
  known[other.id] = evidence('b', 0.9);
  expect(danger([camera, other])).toBeGreaterThan(both);
  const judged = { ...camera, response: judgedBy('real') };
  expect(danger([judged, other])).toBeGreaterThan(danger([camera, other]));
});
