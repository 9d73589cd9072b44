import { HEAVY, LIST_WEIGHT, permits, type Row, weightOf } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';

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

  it('lets no caller without a session in, except to log in or sign on', () => {
    expect(rows.filter(({ row }) => row.permission === 'public').map(({ name }) => name)).toEqual([
      'auth.publicKey',
      'auth.signingKeys',
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

  it('opens the calls of a page to every user who may open the page', () => {
    const { burning, camera, resource } = contract;
    for (const { permission } of [camera.cameraList, resource.around, camera.cameraPosition, camera.correctNorth])
      expect(permits(permission, new Set(['watch-video']))).toBe(true);
    for (const { permission } of [camera.monitorPage, camera.monitorOne, camera.cameraList])
      expect(permits(permission, new Set(['set-up-cameras']))).toBe(true);
    for (const { permission } of [burning.burningPage, burning.burningList, burning.createBurning])
      expect([permits(permission, new Set()), permits(permission, new Set(['report-as-ranger']))]).toEqual([true, false]);
    expect(permits(burning.reviewBurning.permission, new Set(['watch-alarms']))).toBe(false);
  });

  it('takes the land cover of a satellite fire in percent, and states the unit', () => {
    const { input } = contract.alarm.satelliteUpdate;
    const id = '00000000-0000-4000-8000-000000000001';
    const taken = [0, 62.5, 100, 100.1, -1].filter((woodland) => input.safeParse({ id, woodland }).success);
    expect(taken).toEqual([0, 62.5, 100]);
    const { properties } = contract.alarm.satelliteOne.reply.toJSONSchema() as { properties: Record<string, { description?: string }> };
    for (const name of ['woodland', 'grassland', 'farmland', 'otherland']) expect(properties[name]?.description).toContain('%');
  });
});

describe('the weight of a call', () => {
  const of = (row: Row, query: unknown, body: unknown) => weightOf(row, { query, body });
  it('grows by one for every hundred rows requested, up to that of a heavy call', () => {
    const { page, latestAlarms } = contract.alarm;
    expect([20, 100, 500].map((pageSize) => of(page, {}, { pageSize }))).toEqual([1, 2, 6]);
    expect([100, 500, 1_000].map((limit) => of(contract.duty.events, { limit }, undefined))).toEqual([2, 6, HEAVY]);
    expect(of(latestAlarms, { limit: 20_000 }, undefined)).toBe(HEAVY);
    expect(of(contract.alarm.one, { id: 'x' }, undefined)).toBe(1);
  });

  it('is the value of its row, whatever is requested', () => {
    expect(of(contract.alarm.satelliteList, {}, { pageSize: 1 })).toBe(LIST_WEIGHT);
    expect(of(contract.terrain.terrainHeights, {}, new Array(2_000).fill({ lng: 103, lat: 31 }))).toBe(11);
  });
});
