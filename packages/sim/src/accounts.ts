// The demo accounts that the demo world uses, as published in docs/interface.md. Their password is not secret.

export const DEMO_PASSWORD = 'Lookout@2026';

/** This account may set up cameras anywhere in the country. */
export const SURVEYOR = { userName: 'guojia' } as const;

/** County officers, and the county of each. */
export const COUNTY_OFFICERS = [
  { userName: 'wenchuan', gridNo: '513221' },
  { userName: 'lixian', gridNo: '513222' },
  { userName: 'weihui', gridNo: '410781' },
] as const;

/** The prefecture officer of the main stage. */
export const PREFECTURE_OFFICER = { userName: 'aba', stage: 'aba' } as const;

export const RANGER_COUNT = 20;

/** The one account that is bound to a phone (docs/interface.md "Accounts"). */
const BOUND = { userName: 'ranger20', deviceId: 'demo-device-20' } as const;

/** @param n from 1 */
export function rangerAccount(n: number): { readonly userName: string; readonly deviceId?: string } {
  const userName = `ranger${String(n).padStart(2, '0')}`;
  return userName === BOUND.userName ? BOUND : { userName };
}
