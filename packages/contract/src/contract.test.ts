import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';
import { permits, type Row } from './row.ts';

const rows = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, Row>).map(([name, row]) => ({ name: `${feature}.${name}`, row })),
);

describe('the table', () => {
  it('has a permission and a scope for every call, and an act for every write', () => {
    for (const { name, row } of rows) {
      expect([name, row.permission !== undefined, row.scope !== undefined]).toEqual([name, true, true]);
      if (row.effect === 'write') expect([name, typeof row.act]).toEqual([name, 'string']);
      else expect([name, row.act]).toEqual([name, undefined]);
    }
  });

  it('serves every method and path once', () => {
    const served = rows.flatMap(({ row }) => [row, ...(row.alias ?? [])].map(({ method, path }) => `${method} ${path}`));
    expect(served.filter((one, i) => served.indexOf(one) !== i)).toEqual([]);
  });

  it('lets nobody in but to log in or sign on', () => {
    expect(rows.filter(({ row }) => row.permission === 'public').map(({ name }) => name)).toEqual([
      'auth.publicKey',
      'auth.login',
      'auth.loginByGet',
      'auth.signOnWays',
      'auth.portalLogin',
      'auth.portalUser',
      'auth.oidcBegin',
      'auth.oidcFinish',
      'auth.demoPortalAccounts',
      'auth.demoPortalToken',
      'auth.demoPortalVerify',
    ]);
  });

  it('opens a page’s calls to whoever may open the page', () => {
    const { burnings, cameraSetup, monitoringPoints, resources, steering } = contract;
    for (const { permission } of [monitoringPoints.cameraList, resources.around, steering.cameraPosition, cameraSetup.correctNorth])
      expect(permits(permission, new Set(['watch-video']))).toBe(true);
    for (const { permission } of [monitoringPoints.monitorPage, monitoringPoints.monitorOne, monitoringPoints.cameraList])
      expect(permits(permission, new Set(['set-up-cameras']))).toBe(true);
    for (const { permission } of [burnings.burningPage, burnings.burningList, burnings.createBurning])
      expect([permits(permission, new Set()), permits(permission, new Set(['report-as-ranger']))]).toEqual([true, false]);
    expect(permits(burnings.reviewBurning.permission, new Set(['watch-alarms']))).toBe(false);
  });

  it('takes the land cover of a satellite fire in percent, and says so', () => {
    const { input } = contract.alarmActions.satelliteUpdate;
    const id = '00000000-0000-4000-8000-000000000001';
    const taken = [0, 62.5, 100, 100.1, -1].filter((woodland) => input.safeParse({ id, woodland }).success);
    expect(taken).toEqual([0, 62.5, 100]);
    const { properties } = contract.fire.satelliteOne.reply.toJSONSchema() as { properties: Record<string, { description?: string }> };
    for (const name of ['woodland', 'grassland', 'farmland', 'otherland']) expect(properties[name]?.description).toContain('%');
  });
});
