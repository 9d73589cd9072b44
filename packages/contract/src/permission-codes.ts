// The specification's permission codes (§6): how capabilities are named in menus, replies, requests and commands. An account's rights are
// stored by capability. The menu list keeps its codes, which are its own data.
import { CAPABILITIES, type Capability } from '@lookout/domain';

/** `bgDecision` is the specification's spelling. */
const CODES = {
  'watch-alarms': 'bpMonitor',
  'watch-video': 'bpReplay',
  'see-statistics': 'bpGeologic',
  'act-on-alarms': 'bpAlarm',
  'see-rangers': 'bpRanger',
  'support-decisions': 'bgDecision',
  dispatch: 'bpRecord',
  'set-up-cameras': 'bpGeologicHazard',
  'delete-alarms': 'adminDelete',
  'administer-users': 'userAdmin',
  'read-audit': 'audit',
  'report-as-ranger': 'rangerApp',
} as const satisfies Record<Capability, string>;

export type PermissionCode = (typeof CODES)[Capability];

export const permissionCode = (capability: Capability): PermissionCode => CODES[capability];
export const PERMISSION_CODES: readonly PermissionCode[] = CAPABILITIES.map(permissionCode);

const byCode: ReadonlyMap<string, Capability> = new Map(CAPABILITIES.map((capability) => [CODES[capability], capability]));
/** @returns null: no permission has this code (menus that need none have separate codes) */
export const capabilityOf = (code: string): Capability | null => byCode.get(code) ?? null;
/** Codes that map to no capability are left out. */
export const capabilitiesOf = (codes: readonly string[]): Capability[] => codes.flatMap((code) => capabilityOf(code) ?? []);
