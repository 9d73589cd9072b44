import { expect, it } from 'vitest';
import { anAlarm } from '../../testing/builders.ts';
import type { IncidentMember } from '../incident.ts';
import { fireIdBy, foldFires } from './folding.ts';

const [camera, report, satellite, smoke] = [anAlarm('camera'), anAlarm('report'), anAlarm('satellite'), anAlarm('smoke')];
const memberOf = (alarmId: string, incidentId: string): IncidentMember => ({
  alarmId,
  incidentId,
  evidence: { look: '', covariance: { eastEast: 1, eastNorth: 0, northNorth: 1 }, probability: 0.5, calmedBy: [], threatens: null },
});
const loudestOf = (...members: IncidentMember[]) => fireIdBy(new Map(members.map((member) => [member.alarmId, member])));

it('alarms of one fire are one entry, at the position of its first alarm', () => {
  const fires = foldFires([report, camera, satellite, smoke], loudestOf(memberOf(camera.id, 'fire'), memberOf(smoke.id, 'fire')));
  expect(fires.map(({ id, lead, alarms }) => [id, lead.id, alarms.map((alarm) => alarm.id)])).toEqual([
    [report.id, report.id, [report.id]],
    ['fire', camera.id, [camera.id, smoke.id]],
    [satellite.id, satellite.id, [satellite.id]],
  ]);
});

it('a live update overrides the fire that the alarm had when it was loaded', () => {
  const loaded = { ...camera, incidentId: 'before' };
  expect(loudestOf()(loaded)).toBe('before');
  expect(loudestOf(memberOf(camera.id, 'now'))(loaded)).toBe('now');
  expect(loudestOf()(camera)).toBe(camera.id);
});
