// Events of registers and of settings. The log has only the number of a register's changed entries.
import { eventObject } from './event.ts';

/** Data that is imported in batches. The name is the object id of its events. `gazetteer`: grids, seats and boundaries. */
const REGISTERS = ['resources', 'gazetteer', 'ground', 'land-cover', 'roads'] as const;
export type Register = (typeof REGISTERS)[number];

export interface RegisterPayloads {
  /** `count`: entries added, changed or removed. The entries themselves are not in the log. */
  'register.changed': { readonly count: number };
}

export interface SettingPayloads {
  /** The object id is the setting's key. The value may be secret and is not in the log. */
  'setting.changed': Readonly<Record<never, never>>;
}

export const registerObject = eventObject<RegisterPayloads, null>()({
  // The events only state how many entries changed.
  apply: null,
  keeping: {
    'register.changed': 'never',
  },
});

export const settingObject = eventObject<SettingPayloads, null>()({
  // The value may be secret and is not in the log.
  apply: null,
  keeping: {
    'setting.changed': 'never',
  },
});
