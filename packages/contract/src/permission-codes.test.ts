import { CAPABILITIES } from '@lookout/domain';
import { expect, it } from 'vitest';
import { capabilitiesOf, capabilityOf, PERMISSION_CODES, permissionCode } from './permission-codes.ts';

// Proves §6.1d
it('every capability has one code of the specification, which maps back to it', () => {
  expect(new Set(PERMISSION_CODES).size).toBe(CAPABILITIES.length);
  for (const capability of CAPABILITIES) expect(capabilityOf(permissionCode(capability))).toBe(capability);
  expect(PERMISSION_CODES.slice(0, 8)).toEqual([
    ...['bpMonitor', 'bpReplay', 'bpGeologic', 'bpAlarm', 'bpRanger', 'bgDecision', 'bpRecord', 'bpGeologicHazard'],
  ]);
});

it('codes of menus that need no permission map to no capability', () => {
  expect(['task', 'watch-alarms', 'toString'].map(capabilityOf)).toEqual([null, null, null]);
  expect(capabilitiesOf(['bpMonitor', 'task', 'audit'])).toEqual(['watch-alarms', 'read-audit']);
});
